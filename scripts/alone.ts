/** Builds the script of the page that comes without the router, and tells the server where its files are. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const START = 'web/public/business/start.tsx'
/** As the server's rooms import it: web/alone/files.d.ts. */
const FILES = 'virtual:alone'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

export const alone = (): Plugin => ({
  name: 'alone',
  buildStart() {
    if (this.environment.name === 'client' && this.environment.mode === 'build')
      this.emitFile({ type: 'chunk', id: START })
  },
  resolveId: (id) => (id === FILES ? `\0${FILES}` : undefined),
  load(id) {
    if (id !== `\0${FILES}`) return undefined
    const { mode, config } = this.environment
    const client = resolve(config.root, config.build.outDir, '../client')
    // In development the router brings the page.
    const files = mode === 'build' ? filesIn(resolve(client, '.vite/manifest.json')) : {}
    return `export const { scripts, styles } = ${JSON.stringify(files)}`
  },
})

/** Of the client's build, which comes before the server's. */
function filesIn(path: string) {
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  // What others build upon first: the order in which they run, and in which styles count.
  const visit = (key: string) => {
    const { file, imports = [], css = [] } = manifest[key]!
    if (scripts.has(`/${file}`)) return
    imports.forEach(visit)
    scripts.add(`/${file}`)
    for (const one of css) styles.add(`/${one}`)
  }
  visit(START)
  return { scripts: [...scripts].reverse(), styles: [...styles] }
}
