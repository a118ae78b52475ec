" Vim with ALE drives `fivetwelve lsp`: diagnostics and definition. Run by scripts/editor-test, which names
" the binary and a folder.
set nocompatible nomore hidden noswapfile
let $PATH = fnamemodify($FIVETWELVE, ':h') . ':' . $PATH
let s:file = $FIVETWELVE_FOLDER . '/vim.asm'

function! s:Fail(sentence) abort
  call writefile(['vim: ' . a:sentence], '/dev/stderr')
  cquit
endfunction

function! s:Wait(reached, sentence) abort
  for s:round in range(400)
    if eval(a:reached)
      return
    endif
    sleep 50m
  endfor
  call s:Fail(a:sentence . ': ' . string(ale#engine#GetLoclist(bufnr(''))))
endfunction

call writefile(['main: j end', ' mov $t0, $t1', 'end: nop'], s:file)
packadd ale
source editors/vim/fivetwelve.vim
doautocmd VimEnter
filetype plugin on
execute 'edit' s:file
setfiletype asm
ALELint
call s:Wait('!empty(ale#engine#GetLoclist(bufnr("")))', 'no diagnostics come')
let s:told = ale#engine#GetLoclist(bufnr(''))[0]
if s:told.lnum != 2 || s:told.code !=# 'E0009'
  call s:Fail('another diagnostic: ' . string(s:told))
endif
call cursor(1, 9)
ALEGoToDefinition
call s:Wait('line(".") == 3', 'no definition')
call setline(2, ' move $t0, $t1')
ALELint
call s:Wait('empty(ale#engine#GetLoclist(bufnr("")))', 'the diagnostic stays')
call writefile(['vim: diagnostics and definition work'], '/dev/stdout')
qall!
