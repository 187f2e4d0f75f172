# FROM, compressed, to TO. A script of its own, because a command of the build cannot say where its output goes.
execute_process(COMMAND ${GZIP} -9nc ${FROM} OUTPUT_FILE ${TO} COMMAND_ERROR_IS_FATAL ANY)
