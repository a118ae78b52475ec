;;; fivetwelve.el --- MIPS assembly with fivetwelve  -*- lexical-binding: t -*-
;; Load this from your init file. Emacs 29 has eglot; for 28 install it from GNU ELPA.
(require 'eglot)
(add-to-list 'auto-mode-alist '("\\.asm\\'" . asm-mode))
(add-to-list 'eglot-server-programs '(asm-mode . ("fivetwelve" "lsp")))
(add-hook 'asm-mode-hook #'eglot-ensure)
(defun fivetwelve-check ()
  "Run the visible tests of this program and show what the checker finds."
  (interactive)
  (eglot-execute-command (eglot--current-server-or-lose) "fivetwelve.findings"
                         (vector (eglot--path-to-uri buffer-file-name))))
(provide 'fivetwelve)
;;; fivetwelve.el ends here
