import { hidesPage, REPORTS_OF_BUSINESS, REPORTS_OF_NETWORK } from '#domain/page-report.ts'
import { createHmac } from 'node:crypto'
import { spend } from '../limits/attempts.ts'
import { publicBusinessBySlug, stopBookings } from '../businesses/queries.ts'
import { setOff } from '../deletion/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { installationSecret } from '../installation.ts'
import { siteOf } from '../limits/network.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { insertReport, isReported, lockShown, networksOf, noteHiding } from './queries.ts'

const DAY = 24 * 3_600_000

/** What visitors report of a page. Three networks hide that of a new business: phishing lives for hours. */
export function reportRoutes(api: Api, { db, now, live }: Deps) {
  // The day is part of it: the same network cannot be followed from day to day.
  const hashOf = async (network: string, nowMs: number) =>
    createHmac('sha256', await installationSecret(db, 'page reports'))
      .update(`${network} ${Math.floor(nowMs / DAY)}`)
      .digest()

  route(api, 'POST /api/businesses/public/slug/:slug/reports', { access: 'public' }, async (request) => {
    const nowMs = now()
    const business = await publicBusinessBySlug(db, request.params.slug.toLowerCase())
    if (!business) throw notFound('Negocio no encontrado')
    const business_id = business.id
    const network = siteOf(request.ip)
    const [hash, before] = [await hashOf(network, nowMs), await hashOf(network, nowMs - DAY)]
    const isRepeated = await isReported(db, business_id, [hash, before], nowMs)
    // One that is not kept must not use up what the others may report of the page.
    await spend(db, nowMs, [
      { subject: `page reports from ${network}`, max: REPORTS_OF_NETWORK, minutes: 60 },
      ...(isRepeated
        ? []
        : [{ subject: `page reports of ${business_id}`, max: REPORTS_OF_BUSINESS, minutes: 24 * 60 }]),
    ])
    if (isRepeated) return { success: true }
    const isHidden = await db.transaction().execute(async (tx) => {
      // Those who report at the same time come one after the other, so that the last of them counts all.
      const shown = await lockShown(tx, business_id)
      await insertReport(tx, { ...request.body, business_id, network: hash, before, nowMs })
      if (!shown || !hidesPage(await networksOf(tx, business_id, nowMs), nowMs - shown.created_at))
        return false
      if (!(await noteHiding(tx, business_id, nowMs))) return false
      await setOff(tx, business_id, nowMs)
      await stopBookings(tx, business_id)
      return true
    })
    if (isHidden) live.changed(business_id)
    return { success: true }
  })
}
