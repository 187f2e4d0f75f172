// SPDX-License-Identifier: Apache-2.0
// Checks Kubernetes manifests: node check.mjs PACKAGES FILE…   where PACKAGES has node_modules of package.json.
// Each document must be as Kubernetes' own schema has it (kubernetes-models 4.5.1: Kubernetes 1.27), without unknown fields, and
// every name in one document must exist where it points to. Prints each fault; exit 1 if there is one.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [packages, ...files] = process.argv.slice(2);
const load = createRequire(resolve(packages, 'package.json'));
const { parseAllDocuments } = load('yaml');

const faults = [];
const fault = (where, what) => faults.push(`${where}: ${what}`);

// A schema of Kubernetes permits unknown fields, and a misspelt probe would pass. A validator reads each field that it knows.
function watched(value, path, read) {
  if (value === null || typeof value !== 'object') return value;
  return new Proxy(value, {
    get(target, key) {
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return target[key];
      read.add(`${path}/${key}`);
      return watched(target[key], `${path}/${key}`, read);
    },
  });
}
function* paths(value, path) {
  if (value === null || typeof value !== 'object') return;
  for (const key of Object.keys(value)) {
    yield `${path}/${key}`;
    yield* paths(value[key], `${path}/${key}`);
  }
}

function validate(where, data) {
  const { apiVersion, kind } = data;
  let model;
  try {
    model = load(`kubernetes-models/${apiVersion}`)[kind];
  } catch {
    return fault(where, `there is no ${apiVersion}`);
  }
  if (!model) return fault(where, `${apiVersion} has no ${kind}`);
  const read = new Set();
  try {
    model.prototype.validate.call(watched(data, '', read));  // an instance would copy, and so read, every field
  } catch (error) {
    return fault(where, error.message);
  }
  for (const path of paths(data, '')) {
    if (!read.has(path)) return fault(where, `${path} is unknown to ${kind}`);
  }
}

const documents = [];
for (const file of files) {
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'), { merge: true, version: '1.1' })) {
    for (const error of document.errors) fault(file, error.message);
    const data = document.toJS();
    if (data) documents.push({ where: `${file} (${data.kind})`, data });
  }
}
if (documents.length === 0) fault(files.join(' '), 'nothing to check');
for (const { where, data } of documents) validate(where, data);

const named = (kind, name) => documents.find(({ data }) => data.kind === kind && data.metadata.name === name)?.data;
const keys = (object) => Object.keys({ ...object?.data, ...object?.stringData });
const deployments = faults.length === 0 ? documents.filter(({ data }) => data.kind === 'Deployment') : [];
for (const { where, data } of deployments) {
  const pod = data.spec.template.spec;
  const labels = data.spec.template.metadata?.labels ?? {};
  for (const [key, value] of Object.entries(data.spec.selector.matchLabels)) {
    if (labels[key] !== value) fault(where, `the selector's ${key} is not a label of its pods`);
  }
  const volumes = new Map((pod.volumes ?? []).map((one) => [one.name, one]));
  for (const volume of volumes.values()) {
    if (volume.configMap && !named('ConfigMap', volume.configMap.name)) fault(where, `there is no ConfigMap ${volume.configMap.name}`);
    if (volume.secret && !named('Secret', volume.secret.secretName)) fault(where, `there is no Secret ${volume.secret.secretName}`);
  }
  for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
    for (const mount of container.volumeMounts ?? []) {
      if (!volumes.has(mount.name)) fault(where, `${container.name} mounts ${mount.name}, which is no volume`);
    }
    const ports = (container.ports ?? []).map((one) => one.name);
    for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
      const port = container[probe]?.httpGet?.port;
      if (typeof port === 'string' && !ports.includes(port)) fault(where, `${probe} of ${container.name} asks ${port}, which is no port`);
    }
    // A file below a mounted ConfigMap or Secret that is named on a command line is one of its keys.
    for (const word of [...(container.command ?? []), ...(container.args ?? [])]) {
      const mount = (container.volumeMounts ?? []).find((one) => word.startsWith(`${one.mountPath}/`));
      const volume = mount && volumes.get(mount.name);
      const source = volume?.configMap ? named('ConfigMap', volume.configMap.name) : volume?.secret && named('Secret', volume.secret.secretName);
      if (source && !keys(source).includes(word.slice(mount.mountPath.length + 1))) fault(where, `${container.name} names ${word}, which does not exist`);
    }
    const context = container.securityContext ?? {};
    if (!(pod.securityContext?.runAsNonRoot && context.readOnlyRootFilesystem && context.allowPrivilegeEscalation === false)) {
      fault(where, `${container.name} may be root, write its file system, or gain rights`);
    }
  }
}

for (const one of faults) console.log(one);
if (faults.length === 0) console.log(`${documents.length} documents: as Kubernetes has them`);
process.exitCode = faults.length === 0 ? 0 : 1;
