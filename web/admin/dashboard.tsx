import { useCallback, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { NeedsScript } from '../ui/needs-script.tsx'
import { AuditLog } from './audit-log.tsx'
import { Businesses } from './businesses.tsx'
import { AdminFrame } from './frame.tsx'
import { Growth } from './growth.tsx'
import { adminLinks, adminMeta } from './head.ts'
import { MailStopped } from './mail-stopped.tsx'
import { Metrics } from './metrics.tsx'
import { Import } from './bring/import.tsx'
import { PageReports } from './page-reports.tsx'
import { adminCache, firstQueries, namesQuery, reportsQuery, useLoaded } from './queries.ts'
import { AdministratorSecondFactor } from './account/second-factor.tsx'
import { AdministratorPasskeys } from './account/passkeys.tsx'
import { AdministratorSessions } from './account/sessions.tsx'
import { SenderNames } from './sender-names.tsx'
import { startSession } from './session.ts'
import { WhatsAppStopped } from './whatsapp-stopped.tsx'

export const meta: MetaFunction = (args) => adminMeta(args, 'Panel de Administrador')
export const links = adminLinks

/** Starts loading what the panel shows first, without waiting. */
export function clientLoader() {
  if (startSession()) for (const query of firstQueries()) void adminCache().prefetchQuery(query)
  return null
}
/** Rendered by the server, which has no session; seen only without script. */
export const HydrateFallback = () => <NeedsScript />

export default function AdminDashboard() {
  /** What is below the list is shown once the list has its height, so that it need not move. */
  const [isListed, setListed] = useState(false)
  const onListed = useCallback(() => setListed(true), [])
  return (
    <AdminFrame>
      <div className="row between admin-h">
        <h1 className="h1" id="panel" tabIndex={-1}>
          Panel
        </h1>
        {isListed && <ToReview />}
      </div>
      <MailStopped />
      <WhatsAppStopped />
      <Metrics />
      <Businesses onListed={onListed} />
      {isListed && <PageReports />}
      {isListed && <SenderNames />}
      {isListed && <Import />}
      {isListed && <Growth />}
      {isListed && <AdministratorSecondFactor />}
      {isListed && <AdministratorPasskeys />}
      {isListed && <AdministratorSessions />}
      {isListed && <AuditLog />}
    </AdminFrame>
  )
}

/** Leads to what waits for the administrator, which on a phone lies below a whole page of businesses. */
function ToReview() {
  const { data: reports = [] } = useLoaded(reportsQuery())
  const { data: names = [] } = useLoaded(namesQuery())
  const pages = new Set(reports.map(({ business_id }) => business_id)).size
  if (pages + names.length === 0) return null
  return (
    <a className="link" href={pages > 0 ? '#reportes' : '#nombres'}>
      Por revisar: {pages + names.length}
    </a>
  )
}
