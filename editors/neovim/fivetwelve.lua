-- fivetwelve for Neovim 0.7 and later: put this file into ~/.config/nvim/plugin/.
vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'asm', 'mips' },
  callback = function(event)
    local name = vim.api.nvim_buf_get_name(event.buf)
    if vim.fn.executable('fivetwelve') == 0 then
      return vim.notify('fivetwelve is not on the path', vim.log.levels.WARN)
    end
    fivetwelve_client = fivetwelve_client or vim.lsp.start_client({
      name = 'fivetwelve',
      cmd = { 'fivetwelve', 'lsp' },
      root_dir = vim.fn.fnamemodify(name, ':h'),
      on_exit = function() fivetwelve_client = nil end,
    })
    vim.lsp.buf_attach_client(event.buf, fivetwelve_client)
    local function map(keys, action) vim.keymap.set('n', keys, action, { buffer = event.buf }) end
    map('K', vim.lsp.buf.hover)
    map('gd', vim.lsp.buf.definition)
    map('gr', vim.lsp.buf.references)
    map('<leader>r', vim.lsp.buf.rename)
    map('<leader>a', vim.lsp.buf.code_action)
    map('<leader>c', function()
      vim.lsp.buf.execute_command({ command = 'fivetwelve.findings', arguments = { vim.uri_from_bufnr(0) } })
    end)
    map('<leader>f', vim.lsp.buf.format or vim.lsp.buf.formatting)
  end,
})
