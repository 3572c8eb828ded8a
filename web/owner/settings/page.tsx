import { type MetaFunction, useSearchParams } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { retry } from '../../ui/icons.ts'
import '../../ui/field.css'
import '../../ui/empty.css'
import '../../ui/banner.css'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../page-head.tsx'
import { BrandTab } from './brand-tab.tsx'
import { BusinessTab } from './business-tab.tsx'
import { HoursTab } from './hours-tab.tsx'
import type { SectionProps } from './profile.ts'
import { RemindersTab } from './reminders-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { SeoTab } from './seo-tab.tsx'
import './parts.css'
import './settings.css'
import { SettingsSkeleton } from './skeleton.tsx'
import { SocialTab } from './social-tab.tsx'
import { tabOf, type TabId, Tabs } from './tabs.tsx'
import { useProfile } from './use-profile.ts'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Configuración')

const SECTIONS: Record<TabId, (props: SectionProps) => React.ReactNode> = {
  negocio: BusinessTab,
  seo: SeoTab,
  color: BrandTab,
  horarios: HoursTab,
  recordatorios: RemindersTab,
  redes: SocialTab,
  seguridad: SecurityTab,
}

export default function SettingsPage() {
  const [params] = useSearchParams()
  const { profile, failed, load, onStored } = useProfile()
  const tab = tabOf(params)
  const Section = SECTIONS[tab]
  return (
    <>
      <PageHead title="Configuración" />
      <div className="set">
        <Tabs current={tab} />
        <div id="set-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="set-panel">
          {profile && <Section key={tab} profile={profile} onStored={onStored} />}
          {!profile && failed && <Failed onRetry={load} />}
          {!profile && !failed && <SettingsSkeleton />}
        </div>
      </div>
    </>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="card empty set-main">
      <h2 className="h3">No pudimos cargar tu negocio</h2>
      <p className="small muted">Revisa tu conexión e inténtalo de nuevo.</p>
      <button type="button" className="btn" onClick={onRetry}>
        <Icon d={retry} className="icon-sm" />
        Reintentar
      </button>
    </div>
  )
}
