/** Takes out of the built web what is a file without need: on a phone each one is a request. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

/** As in `.vite/manifest.json`, from which React Router takes what each route loads. */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

/** The built client: its manifest, and its texts by name; what is deleted here is deleted on the disk. */
interface Built {
  manifest: Manifest
  files: Map<string, string>
}

export const fewerFiles = (): Plugin => ({
  name: 'fewer-files',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  // Files are kept for ever by their names: another way of merging them is another name.
  augmentChunkHash: () => readFileSync(import.meta.filename, 'utf8'),
  writeBundle({ dir }, bundle) {
    const path = join(dir!, '.vite/manifest.json')
    const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
    const built: Built = {
      manifest: JSON.parse(readFileSync(path, 'utf8')) as Manifest,
      files: new Map(names.map((name) => [name, readFileSync(join(dir!, name), 'utf8')])),
    }
    mergeHelpers(built)
    for (const chunk of Object.values(built.manifest)) mergeEntry(built, chunk)
    mergeStyles(built)
    leaveOutFirstStyles(built)
    for (const [name, text] of built.files) writeFileSync(join(dir!, name), text)
    for (const name of names) if (!built.files.has(name)) rmSync(join(dir!, name))
    writeFileSync(path, JSON.stringify(built.manifest, null, 2))
  },
})

/** The bundler writes a file of its own for its helpers: they go into `base`, which every page has. */
function mergeHelpers({ manifest, files }: Built) {
  const [helpers, base] = [keyOf(manifest, 'rolldown-runtime'), keyOf(manifest, 'base')]
  const [file, host] = [manifest[helpers]!.file, manifest[base]!.file]
  const [, body, names] = must(/^(.*?)export\{(.*)\};\s*$/s.exec(files.get(file)!))
  const members = names!.split(',').map((pair) => pair.split(' as ').toReversed().join(':'))
  const made = `const $helpers=(()=>{${body}return{${members.join()}}})();`
  const importing = new RegExp(`import\\{([^}]*)\\}from"\\./${basename(file)}";`)
  for (const [name, text] of files) {
    const [whole, wanted] = importing.exec(text) ?? []
    if (whole === undefined) continue
    const source = name === host ? made : `import{$helpers}from"./${basename(host)}";`
    files.set(
      name,
      text.replace(whole, () => `${source}const{${wanted!.replaceAll(' as ', ':')}}=$helpers;`),
    )
  }
  append(files, host, 'export{$helpers};')
  // Windows name the files that they load.
  for (const [name, text] of files) files.set(name, text.replaceAll(file, host))
  files.delete(file)
  delete manifest[helpers]
  for (const chunk of Object.values(manifest)) chunk.imports = chunk.imports?.filter((key) => key !== helpers)
}

/** A route, or the entry, that a group holds is a file that only hands on: the group hands on itself. */
function mergeEntry({ files }: Built, chunk: Chunk) {
  const text = files.get(chunk.file) ?? ''
  const [, names = '', name] = /^\s*(?:export\{([^}]*)\}from|import)"\.\/([^"]+)";\s*$/.exec(text) ?? []
  if (name === undefined) return
  const group = `assets/${name}`
  const [, known] = must(/export\{([^{}]*)\};[^{}]*(?:export\{\$helpers\};\s*)?$/.exec(files.get(group)!))
  const locals = new Map(known!.split(',').map((pair) => pair.split(' as ').toReversed() as [string, string]))
  const own =
    names &&
    names
      .split(',')
      .map((pair) => {
        const [there, here = there] = pair.split(' as ')
        return `${must(locals.get(there!) ?? there)} as ${here}`
      })
      .join()
  append(files, group, own && `export{${own}};`)
  files.delete(chunk.file)
  chunk.file = group
}

/** The owner's screens need three files of styles: for them they are one. */
function mergeStyles({ manifest, files }: Built) {
  const panel = keyOf(manifest, 'panel')
  // What others build upon first.
  const parts = [panel, keyOf(manifest, 'later'), keyOf(manifest, 'common')].flatMap(
    (key) => manifest[key]!.css!,
  )
  const text = parts.map((name) => files.get(name)).join('\n')
  const name = `assets/panel-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.css`
  files.set(name, text)
  /** The same chunk, without the styles that are in the other file. */
  const bare = (key: string): string => {
    const own = `${key}, without styles`
    const { imports, css, ...rest } = manifest[key]!
    manifest[own] ??= { ...rest, imports: imports?.map(bare) ?? [], css: without(css) }
    return own
  }
  const without = (css: string[] = []) => css.filter((one) => !parts.includes(one))
  // Every page has the router, in a file that they share: its styles come with those that need them.
  for (const [key, chunk] of Object.entries(manifest))
    if (/^web\/(root|entry\.client)\.tsx/.test(key)) {
      chunk.imports = chunk.imports?.map(bare) ?? []
      chunk.css = without(chunk.css)
    }
  for (const chunk of Object.values(manifest)) {
    if (!comesWith(panel, chunk, manifest)) continue
    chunk.imports =
      chunk.imports?.map((key) => (comesWith(panel, manifest[key]!, manifest) ? key : bare(key))) ?? []
    chunk.css = without(chunk.css)
    const script = files.get(chunk.file)
    if (script)
      files.set(
        chunk.file,
        parts.reduce((all, part) => all.replaceAll(part, name), script),
      )
  }
  manifest[panel]!.css = [name]
}

/**
 * Every page has these styles from the start, some in itself (server/pages/inline-styles.ts), where a part that is loaded later would
 * not find them: in the lists of what such a part needs, the script stands in their place that is there as well.
 */
function leaveOutFirstStyles({ manifest, files }: Built) {
  const { file } = manifest[keyOf(manifest, 'base')]!
  for (const [name, text] of files)
    files.set(
      name,
      text.replace(/m\.f=\[[^\]]*\]/, (list) =>
        list.replaceAll(/"assets\/(base|booking)-[\w-]{8}\.css"/g, `"${file}"`),
      ),
    )
}

const comesWith = (key: string, chunk: Chunk, manifest: Manifest): boolean =>
  chunk === manifest[key] || (chunk.imports ?? []).some((one) => comesWith(key, manifest[one]!, manifest))

function append(files: Map<string, string>, name: string, text: string) {
  if (text) files.set(name, `${files.get(name)!.trimEnd()}\n${text}\n`)
}

const keyOf = (manifest: Manifest, name: string): string =>
  must(Object.keys(manifest).find((key) => new RegExp(`/${name}-[\\w-]{8}\\.js$`).test(manifest[key]!.file)))

/** @throws Error when the bundler writes its files in another manner than this one knows. */
function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error('Files of the build are not as expected: scripts/fewer-files.ts')
  return value
}
