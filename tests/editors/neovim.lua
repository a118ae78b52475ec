-- A headless Neovim drives `fivetwelve lsp`: diagnostics, hover, definition, quick fix, rename over three
-- files, formatting, findings, and all other questions. Run by scripts/editor-test, which names the binary and an empty folder.

local binary, folder = vim.env.FIVETWELVE, vim.env.FIVETWELVE_FOLDER

local function fail(sentence)
  io.stderr:write('neovim: ' .. sentence .. '\n')
  vim.cmd('cquit 1')
end

local function expect(truth, sentence)
  if not truth then
    fail(sentence)
    error(sentence)
  end
end

local function write(name, text)
  local file = assert(io.open(folder .. '/' .. name, 'w'))
  file:write(text)
  file:close()
end

write('main.asm', table.concat({
  '.include "macros.asm"',
  '.globl main',
  'main: li $a0, 5',
  'jal double',
  'mov $a0, $v0',
  'print_int',
  'li $v0, 10',
  'syscall',
  '',
}, '\n'))
write('macros.asm', '.macro print_int\nli $v0, 1\nsyscall\n.end_macro\n')
write('double.asm', '.globl double\ndouble: add $v0, $a0, $a0\njr $ra\n')

-- As someone has it who copied our settings, and has the binary on the path.
vim.env.PATH = vim.fn.fnamemodify(binary, ':h') .. ':' .. vim.env.PATH
dofile('editors/neovim/fivetwelve.lua')
vim.cmd('filetype on')
local encoding = 'utf-16'

local function edit(name)
  vim.cmd('edit ' .. folder .. '/' .. name)
  expect(fivetwelve_client, 'the server does not start')
  return vim.api.nvim_get_current_buf()
end

local function ask(buffer, method, params)
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  expect(answers, method .. ' is not answered: ' .. tostring(problem))
  local answer = answers[fivetwelve_client]
  expect(answer and not answer.error, method .. ' is refused: ' .. vim.inspect(answer))
  return answer.result
end

local function at(buffer, line, column)
  return {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line, character = column },
  }
end

local function count_becomes(buffer, count)
  local function reached() return #vim.diagnostic.get(buffer) == count end
  expect(vim.wait(20000, reached, 20),
    count .. ' diagnostics expected: ' .. vim.inspect(vim.diagnostic.get(buffer)))
end

-- Diagnostics as `asm` gives them, and a quick fix.
local main = edit('main.asm')
expect(vim.wait(20000, function() return #vim.diagnostic.get(main) > 0 end, 20), 'no diagnostics come')
local told = vim.diagnostic.get(main)[1]
expect(told.code == 'E0009' and told.lnum == 4, 'another diagnostic: ' .. vim.inspect(told))
local where = at(main, 4, 0)
local actions = ask(main, 'textDocument/codeAction', {
  textDocument = where.textDocument,
  range = { start = where.position, ['end'] = where.position },
  context = { diagnostics = {} },
})
expect(actions[1].title == 'write `move $a0, $v0`', 'another fix: ' .. vim.inspect(actions))
vim.lsp.util.apply_workspace_edit(actions[1].edit, encoding)
expect(vim.api.nvim_buf_get_lines(main, 4, 5, true)[1] == 'move $a0, $v0', 'the fix is not applied')
count_becomes(main, 0)
vim.cmd('write')

-- What a word means, and where it is defined.
local hover = ask(main, 'textDocument/hover', at(main, 3, 1))
expect(hover.contents.value:find('jal'), 'no page for jal: ' .. vim.inspect(hover))
local definition = ask(main, 'textDocument/definition', at(main, 3, 5))
expect(definition.uri:find('double.asm'), 'the definition is elsewhere: ' .. vim.inspect(definition))

-- Renaming in a program of three files leaves its words alone.
local function words()
  local command = { binary, 'asm', '--emit', 'hex', folder .. '/main.asm', folder .. '/double.asm' }
  local out = vim.fn.system(command)
  expect(vim.v.shell_error == 0, 'it does not assemble: ' .. out)
  return out
end
local before = words()
local function rename(line, column, name)
  local params = at(main, line, column)
  params.newName = name
  vim.lsp.util.apply_workspace_edit(ask(main, 'textDocument/rename', params), encoding)
  vim.cmd('wall')
end
rename(3, 5, 'twice')
rename(5, 1, 'show')
for name, part in pairs({ ['main.asm'] = 'jal twice', ['double.asm'] = 'twice: add', ['macros.asm'] = 'macro show' }) do
  local text = table.concat(vim.fn.readfile(folder .. '/' .. name), '\n')
  expect(text:find(part), name .. ' has no `' .. part .. '`: ' .. text)
end
expect(words() == before, 'the renamed program has other words')

-- Formatting is what `fmt` does.
local tidy = vim.fn.system({ binary, 'fmt', '-' }, vim.fn.readfile(folder .. '/main.asm'))
local edits = ask(main, 'textDocument/formatting', {
  textDocument = { uri = vim.uri_from_bufnr(main) },
  options = { tabSize = 8, insertSpaces = true },
})
vim.lsp.util.apply_text_edits(edits, main, encoding)
local formatted = table.concat(vim.api.nvim_buf_get_lines(main, 0, -1, true), '\n') .. '\n'
expect(formatted == tidy, 'formatting differs from fmt: ' .. formatted .. tidy)
vim.cmd('wall')
expect(words() == before, 'the formatted program has other words')

-- What the checker finds in a run, as diagnostics of their own source.
write('lost.asm', 'main: move $a0, $t5\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n')
local lost = edit('lost.asm')
ask(lost, 'workspace/executeCommand', { command = 'fivetwelve.findings', arguments = { vim.uri_from_bufnr(lost) } })
count_becomes(lost, 1)
local finding = vim.diagnostic.get(lost)[1]
expect(finding.code == 'C0030' and finding.source == 'fivetwelve check', 'another finding: ' .. vim.inspect(finding))

-- Everything else that can be asked, in a program with an error, which takes nothing from the other lines.
write('all.asm', table.concat({
  'main: jal work',
  '  mvoe $t0, $t1',
  '  li $v0, 10',
  '  syscall',
  'work: addi $sp, $sp, -4',
  '  bnez $t0, work',
  '  ',
  '',
}, '\n'))
local all = edit('all.asm')
count_becomes(all, 1)
local document = { uri = vim.uri_from_bufnr(all) }
local options = { tabSize = 8, insertSpaces = true }
local whole = { start = { line = 0, character = 0 }, ['end'] = { line = 7, character = 0 } }
local function names(list, key)
  local found = {}
  for _, one in ipairs(list) do
    table.insert(found, key and one[key] or one)
  end
  return table.concat(found, '|')
end
local function asked(expected, got)
  expect(got == expected, 'expected ' .. expected .. ', got ' .. tostring(got))
end
local hints = ask(all, 'textDocument/inlayHint', { textDocument = document, range = whole })
asked('  → addiu $v0, $zero, 10|  $sp = entry − 4|  → bne $t0, $zero, work  ↑ line 5', names(hints, 'label'))
local item = ask(all, 'textDocument/prepareCallHierarchy', at(all, 0, 11))[1]
asked('work', item.name)
asked('main', ask(all, 'callHierarchy/incomingCalls', { item = item })[1].from.name)
local caller = ask(all, 'textDocument/prepareCallHierarchy', at(all, 0, 1))[1]
asked('work', ask(all, 'callHierarchy/outgoingCalls', { item = caller })[1].to.name)
local items = ask(all, 'textDocument/completion', at(all, 5, 13))
expect(('|' .. names(items, 'label') .. '|'):find('|work|', 1, true), 'no label is offered')
asked('bnez $t1, label', ask(all, 'textDocument/signatureHelp', at(all, 5, 12)).signatures[1].label)
asked(3, #ask(all, 'textDocument/documentHighlight', at(all, 4, 1)))
asked(2, #ask(all, 'textDocument/references', vim.tbl_extend('error', at(all, 4, 1), { context = { includeDeclaration = false } })))
asked('work', ask(all, 'textDocument/prepareRename', at(all, 5, 14)).placeholder)
asked('main|work', names(ask(all, 'textDocument/documentSymbol', { textDocument = document }), 'name'))
expect(names(ask(all, 'workspace/symbol', { query = 'wor' }), 'name'):find('work'), 'the workspace has no `work`')
expect(#ask(all, 'textDocument/foldingRange', { textDocument = document }) > 0, 'nothing can be folded')
expect(#ask(all, 'textDocument/semanticTokens/full', { textDocument = document }).data > 0, 'no colours')
local range = { textDocument = document, options = options, range = whole }
expect(#ask(all, 'textDocument/rangeFormatting', range) > 0, 'a range is not formatted')
local typed = vim.tbl_extend('error', at(all, 6, 0), { ch = '\n', options = options })
expect(#ask(all, 'textDocument/onTypeFormatting', typed) > 0, 'the line before is not formatted')
-- A file that is deleted while it is open stays what the editor has; a document that is closed has no answers.
os.remove(folder .. '/all.asm')
asked('work', ask(all, 'textDocument/prepareCallHierarchy', at(all, 0, 11))[1].name)
vim.cmd('buffer! ' .. main)
vim.cmd('bwipeout! ' .. all)
local gone = ask(main, 'textDocument/hover', { textDocument = document, position = { line = 0, character = 7 } })
expect(gone == nil or gone == vim.NIL, 'a document that is closed is answered for: ' .. vim.inspect(gone))

io.stdout:write('neovim: diagnostics, quick fix, hover, definition, rename, formatting, findings and all other questions work\n')
vim.cmd('qall!')
