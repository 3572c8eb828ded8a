import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** As the web room draws it: a stylesheet that its page cannot wait for (web/alone/draw.tsx, web/entry.server.tsx). */
const MARKED =
  /<link(?=[^>]*\srel="stylesheet")(?=[^>]*\sdata-inline\b)[^>]*\shref="\/(assets\/[\w~.-]+\.css)#?"[^>]*>/g

/**
 * Puts the marked stylesheets of the build into their page: a phone sees it, and can tap it, a round trip earlier. Returns
 * the page, and the styles' hashes for its policy. A file is read once; one that is not there stays a link.
 */
export function styleInliner(client: string) {
  const texts = new Map<string, Promise<string | undefined>>()
  const textOf = (file: string) => {
    let text = texts.get(file)
    if (!text) texts.set(file, (text = readFile(join(client, file), 'utf8').catch(() => undefined)))
    return text
  }
  return async (html: string): Promise<{ html: string; hashes: string[] }> => {
    const found = await Promise.all(
      [...html.matchAll(MARKED)].map(async ([link, file]) => ({ link, text: await textOf(file!) })),
    )
    const hashes: string[] = []
    for (const { link, text } of found) {
      if (text === undefined) continue
      html = html.replace(link, () => `<style>${text}</style>`)
      hashes.push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
    return { html, hashes }
  }
}

export type StyleInliner = ReturnType<typeof styleInliner>
