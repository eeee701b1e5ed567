import { accepted, bodyOf, check, holds } from '../../src/check/index.ts';

export const namesApiVersion = check({
  clause: 'getPredictManifest/names-api-version',
  act: async (tools) => ({ manifest: await tools.send(tools.request('getPredictManifest').as()) }),
  given: ({ manifest }) => [accepted(manifest)],
  judge: ({ manifest }) => [
    holds(hasVersion(bodyOf(manifest)), manifest, {
      expected: 'an API version',
      actual: JSON.stringify(bodyOf(manifest)),
    }),
  ],
});

/** Where it stands is not shown: under a name that speaks of a version, a model's left out, or a value that looks like one. */
function hasVersion(node: unknown, path = ''): boolean {
  if (typeof node === 'string')
    return node.trim() !== '' && (speaksOfVersion(path) || (isVersion(node) && !/model/iu.test(path)));
  if (typeof node === 'number') return speaksOfVersion(path);
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(([name, value]) => /^v\d+$/iu.test(name) || hasVersion(value, `${path}/${name}`));
}

function isVersion(text: string): boolean {
  return /^v\d+(?:\.\d+)*$|^\d+\.\d+(?:\.\d+)?$/iu.test(text);
}

function speaksOfVersion(path: string): boolean {
  return /api[^/]*version[^/]*$/iu.test(path) || (/version/iu.test(path) && !/model/iu.test(path));
}
