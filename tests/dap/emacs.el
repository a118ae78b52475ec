;;; emacs.el --- dap-mode, in batch, against `fivetwelve dap`  -*- lexical-binding: t -*-
;; Run by scripts/dap-test, with the binary in FIVETWELVE and the folder of this file in FIVETWELVE_FOLDER.
(require 'dap-mode)
;; What draws windows is not there in batch.
(setq dap-auto-configure-features nil dap-auto-show-output nil dap-output-window-max-height 1)

(dap-register-debug-provider
 "fivetwelve"
 (lambda (conf) (plist-put conf :dap-server-path (list (getenv "FIVETWELVE") "dap"))))

(defun fivetwelve-wait (what test)
  "Let messages come in until TEST gives a value, which is returned; WHAT is waited for."
  (let ((until (+ (float-time) 60)) value)
    (while (not (or (setq value (funcall test)) (> (float-time) until)))
      (accept-process-output nil 0.05))
    (or value (error "no answer for a minute: %s" what))))

(defun fivetwelve-line ()
  "The line of the frame that is shown, once there is one."
  (let* ((session (dap--cur-session))
         (frame (and session (dap--debug-session-active-frame session))))
    (and frame (gethash "line" frame))))

(let* ((program (expand-file-name "sums.asm" (getenv "FIVETWELVE_FOLDER"))))
  (find-file program)
  (dap-debug (list :type "fivetwelve" :request "launch" :name "sums" :program program
                   :input "5\n0\n" :stopOnEntry t))
  (unless (= (fivetwelve-wait "the entry" #'fivetwelve-line) 9)
    (error "it stops at line %s" (fivetwelve-line)))
  (dap-next (dap--cur-session))
  (fivetwelve-wait "a step" (lambda () (eql (fivetwelve-line) 10)))
  (dap-disconnect (dap--cur-session))
  (message "ok: Emacs with dap-mode stops at the entry and steps"))
;;; emacs.el ends here
