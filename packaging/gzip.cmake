# SPDX-License-Identifier: Apache-2.0
# Compresses FROM to TO. A separate script, because a build command cannot redirect its output.
execute_process(COMMAND ${GZIP} -9nc ${FROM} OUTPUT_FILE ${TO} COMMAND_ERROR_IS_FATAL ANY)
