# SPDX-License-Identifier: Apache-2.0
# The manual, its schemas and the examples, as they are installed: cmake -DROOT=SOURCE_TREE -DTO=FOLDER -P documents.cmake
#
# In the source tree the manual lies elsewhere beside its files, so its links are corrected; a link to what is not installed becomes plain
# text. tests/manual/links_test.py follows all of them.
file(INSTALL ${ROOT}/resources/manual ${ROOT}/resources/schemas ${ROOT}/resources/pictures DESTINATION ${TO})
file(INSTALL ${ROOT}/resources/examples/ ${ROOT}/resources/gateways ${ROOT}/resources/profiles DESTINATION ${TO}/examples)
file(INSTALL ${ROOT}/packaging/prometheus/onceover.rules.yml ${ROOT}/packaging/grafana/onceover-sweeper.json ${ROOT}/packaging/pg_cron/reap.sql
  ${ROOT}/packaging/pg_cron/roll_up.sql ${ROOT}/packaging/pg_cron/partitions.sql DESTINATION ${TO}/examples)

file(GLOB pages "$ENV{DESTDIR}${TO}/manual/*.md")  # file(INSTALL) adds DESTDIR itself
foreach(page IN LISTS pages)
  file(READ "${page}" text)
  string(REGEX REPLACE "\\]\\(\\.\\./(gateways|profiles)(/|\\))" "](../examples/\\1\\2" text "${text}")
  string(REGEX REPLACE "\\]\\(\\.\\./\\.\\./packaging/(prometheus|grafana|pg_cron)/" "](../examples/" text "${text}")
  string(REGEX REPLACE "\\[([^]]*)\\]\\(\\.\\./\\.\\./[^)]*\\)" "\\1" text "${text}")
  file(WRITE "${page}" "${text}")
endforeach()
