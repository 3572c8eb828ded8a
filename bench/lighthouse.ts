import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { openSite, signIn } from './site.ts'

const ROUNDS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Scores = Record<(typeof CATEGORIES)[number], number>
export interface Audited extends Scores {
  /** The failed audits behind a score below 100: ids of Lighthouse's audits. */
  lost: string[]
}

/**
 * Lighthouse's scores (0 to 100) for the built product on its own slow phone; the round with the median
 * performance of three. With REPORTS=folder, the full reports are saved there.
 */
export async function lighthouseScores(): Promise<Record<string, Audited>> {
  const site = await openSite('lighthouse')
  const screens = [
    // The address as shared and indexed; one with choices is not for search engines.
    { name: 'booking', path: site.booking.split('?')[0]! },
    { name: 'landing', path: '/' },
    { name: 'login', path: '/login' },
    { name: 'dashboard', path: '/dashboard', signedIn: true },
    { name: 'calendar', path: '/dashboard/appointments', signedIn: true },
  ]
  try {
    const results: Record<string, Audited> = {}
    for (const { name, path, signedIn = false } of screens) {
      if (signedIn) {
        const page = await site.profile.newPage()
        if (!(await isSignedIn(page, site.url))) await signIn(page, site.url)
        await page.close()
      }
      const rounds: Audited[] = []
      for (let round = 0; round < ROUNDS; round++)
        rounds.push(await audit(`${site.url}${path}`, site.debuggingPort, name))
      rounds.sort((a, b) => a.performance - b.performance)
      results[name] = rounds[Math.floor(ROUNDS / 2)]!
      console.log(name, results[name])
    }
    return results
  } finally {
    await site.stop()
  }
}

async function isSignedIn(page: Parameters<typeof signIn>[0], url: string) {
  await page.goto(`${url}/login`)
  return page.evaluate(() => localStorage.length > 0)
}

async function audit(url: string, port: number, name: string): Promise<Audited> {
  // The session is in the storage that Lighthouse would clear.
  const done = await lighthouse(url, {
    port,
    disableStorageReset: true,
    onlyCategories: [...CATEGORIES],
    locale: 'es',
  })
  if (!done || done.lhr.runtimeError) throw new Error(`${url}: ${done?.lhr.runtimeError?.message}`)
  const { lhr, report } = done
  if (process.env.REPORTS) {
    mkdirSync(process.env.REPORTS, { recursive: true })
    writeFileSync(join(process.env.REPORTS, `${name}.json`), String(report))
  }
  const score = (id: string) => Math.round((lhr.categories[id]?.score ?? 0) * 100)
  const lost = CATEGORIES.flatMap((id) =>
    (lhr.categories[id]?.auditRefs ?? [])
      .filter((ref) => ref.weight > 0 && (lhr.audits[ref.id]?.score ?? 1) < 1)
      .map((ref) => `${ref.id} ${lhr.audits[ref.id]?.displayValue ?? ''}`.trim()),
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lost,
  }
}
