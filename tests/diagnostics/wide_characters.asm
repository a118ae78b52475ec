# Shows: the caret behind tabs and wide characters.
.data
msg:	.asciiz "日本語 ünïcode", foo
	.word	1,	bar	# comment
