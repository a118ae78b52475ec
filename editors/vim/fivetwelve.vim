" fivetwelve for Vim with ALE: put this file into ~/.vim/plugin/.
function! s:Define() abort
  call ale#linter#Define('asm', {
  \ 'name': 'fivetwelve',
  \ 'lsp': 'stdio',
  \ 'executable': 'fivetwelve',
  \ 'command': '%e lsp',
  \ 'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')},
  \})
endfunction
let g:ale_linters = extend(get(g:, 'ale_linters', {}), {'asm': ['fivetwelve']})
autocmd VimEnter * call s:Define()
