import type { Db } from '#server/database/db.ts'
import { loadBuild, servePages } from '#server/pages/routes.ts'
import { api } from './helper.ts'

export const PUBLIC_URL = 'http://localhost:3000'

/** The API and the built pages on `db`. */
export async function site(db: Db, options: Parameters<typeof api>[1] = {}) {
  const built = await loadBuild()
  const { app, call, clock } = await api(db, {
    ...options,
    prepare: async (app, deps) => {
      await options?.prepare?.(app, deps)
      await servePages(app, deps, built)
    },
  })
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const response = await app.inject({ url, headers })
    return { status: response.statusCode, headers: response.headers, body: response.body }
  }
  return { app, call, clock, get }
}

/** What a page's head says, read from the HTML as a crawler does. */
export function headOf(html: string) {
  const found = /<head>(.*?)<\/head>/s.exec(html)?.[1] ?? ''
  const tags = [...found.matchAll(/<(meta|link)\s([^>]*?)\/?>/g)].map(([, tag, attributes]) => ({
    tag: tag!,
    ...Object.fromEntries(
      [...attributes!.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, unescaped(value!)]),
    ),
  })) as ({ tag: string } & Record<string, string>)[]
  const titles = [...found.matchAll(/<title>([^]*?)<\/title>/g)].map(([, text]) => unescaped(text!))
  /** The only tag with that name, if any. @throws when there are several. */
  const one = (key: 'name' | 'property' | 'rel', value: string) => {
    const all = tags.filter((tag) => tag[key] === value)
    if (all.length > 1) throw new Error(`${all.length} times ${value}`)
    return all[0]?.[key === 'rel' ? 'href' : 'content']
  }
  return {
    titles,
    canonical: one('rel', 'canonical'),
    meta: (name: string) => one('name', name),
    property: (name: string) => one('property', name),
  }
}

/** The JSON-LD blocks of a page, parsed. */
export const structuredData = (html: string): any[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) =>
    JSON.parse(text!),
  )

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
