import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './site.ts'

/** The product, started as its users start it, with its log at its default. `env` adds settings. */
export async function startProduct(dataDir: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url, ...env },
    stdio: 'ignore',
  })
  while (!(await fetch(`${url}/api/ready`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('The product did not start.')
    await wait(200)
  }
  return { url, pid: child.pid!, stop: () => stopped(child) }
}

/** A file of this folder in a process of its own, which prints its address first. */
export async function startBeside(file: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), stop: () => stopped(child) }
}

async function stopped(child: ReturnType<typeof spawn>) {
  child.kill('SIGTERM')
  await once(child, 'exit')
}
