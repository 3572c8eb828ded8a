import { type MetaFunction, useSearchParams } from 'react-router'
import { useSession } from '../../account/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { retry } from '../../ui/icons.ts'
import { whyText } from '../../ui/loading/why.ts'
import '../../ui/field.css'
import '../../ui/empty.css'
import '../../ui/banner.css'
import { profileQuery } from '../data/business.ts'
import { starts } from '../data/loader.ts'
import type { OwnerHandle } from '../data/preload.ts'
import { useShown } from '../data/use-shown.ts'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../parts/page-head.tsx'
import { BrandTab } from './brand/brand-tab.tsx'
import { BusinessTab } from './business/business-tab.tsx'
import { FeedsTab } from './feeds/feeds-tab.tsx'
import { HoursTab } from './hours-tab.tsx'
import { PhoneTab } from './phone/phone-tab.tsx'
import type { SectionProps } from './profile.ts'
import { PrivacyTab } from './privacy/privacy-tab.tsx'
import { RemindersTab } from './reminders-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { SeoTab } from './seo/seo-tab.tsx'
import './parts.css'
import './settings.css'
import { SettingsSkeleton } from './skeleton.tsx'
import { SocialTab } from './social-tab.tsx'
import { tabOf, type TabId, Tabs } from './tabs.tsx'
import { ActivityTab } from './team/activity-tab.tsx'
import { TeamTab } from './team/team-tab.tsx'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Configuración')

const firstQueries = () => [profileQuery()]
export const handle: OwnerHandle = { title: 'Configuración', preload: firstQueries }
export const clientLoader = starts(firstQueries)
export { HydrateFallback } from '../data/loader.ts'

const SECTIONS: Record<TabId, (props: SectionProps) => React.ReactNode> = {
  negocio: BusinessTab,
  seo: SeoTab,
  color: BrandTab,
  horarios: HoursTab,
  recordatorios: RemindersTab,
  datos: PrivacyTab,
  redes: SocialTab,
  equipo: TeamTab,
  actividad: ActivityTab,
  calendario: FeedsTab,
  avisos: PhoneTab,
  seguridad: SecurityTab,
}

export default function SettingsPage() {
  const [params] = useSearchParams()
  const state = useShown(profileQuery(), 'Error cargando perfil del negocio')
  const business = useSession().business!
  const tab = tabOf(params, business)
  const Section = SECTIONS[tab]
  return (
    <>
      <PageHead title="Configuración" />
      <div className="set">
        <Tabs current={tab} business={business} />
        <div id="set-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="set-panel">
          {state.status === 'ready' && <Section key={tab} profile={state.data} />}
          {state.status === 'failed' && <Failed error={state.error} onRetry={state.retry} />}
          {state.status === 'loading' && <SettingsSkeleton />}
        </div>
      </div>
    </>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="card empty set-main">
      <h2 className="h3">No pudimos cargar tu negocio</h2>
      <p className="small muted">{whyText(error)}</p>
      <button type="button" className="btn" onClick={onRetry}>
        <Icon d={retry} className="icon-sm" />
        Reintentar
      </button>
    </div>
  )
}
