import type { ReactNode } from 'react'
import { may, type SessionBusiness } from '../../account/session.ts'
import { seesAll } from '../places.ts'
import { Icon } from '../../ui/icon.tsx'
import { plus } from '../../ui/icons-panel.ts'
import { PageHead } from '../parts/page-head.tsx'
import { allowedIn } from './allowed.ts'
import { ban } from './block/icons.ts'
import { QuickButton } from './quick/quick-button.tsx'
import type { View } from './use-view.ts'
import { prepareForm, prepareQuick } from './windows.tsx'

interface Props {
  business: SessionBusiness
  view: View
  /** What waits for an answer, beside the title. */
  aside: ReactNode
  onNew: () => void
  onBlock: () => void
  /** Undefined for whoever has no quick entry. */
  onQuick: (() => void) | undefined
}

export const titleOf = (business: SessionBusiness) => (seesAll(business) ? 'Citas' : 'Mi agenda')

/** The choice between the calendar and the list. */
export const ListSwitch = ({ view }: { view: View }) => (
  <div className="seg" role="group" aria-label="Vista">
    <button type="button" aria-pressed={!view.isList} onClick={() => view.show({ vista: undefined })}>
      Calendario
    </button>
    <button type="button" aria-pressed={view.isList} onClick={() => view.show({ vista: 'lista' })}>
      Lista
    </button>
  </div>
)

/**
 * The title, the quick entry, the choice of view, and the buttons for a new appointment and for blocked time. The
 * calendar of a phone has no row for it: what it needs stands in the bar.
 */
export const Head = ({ business, view, aside, onNew, onBlock, onQuick }: Props) => (
  <PageHead
    title={titleOf(business)}
    aside={aside}
    actions={
      <>
        {onQuick && <QuickButton onOpen={onQuick} onNear={prepareQuick} />}
        <ListSwitch view={view} />
        {view.isWide && allowedIn(business).blocks && (
          <button type="button" className="btn btn-2" aria-haspopup="dialog" onClick={onBlock}>
            <Icon d={ban} />
            Bloquear
          </button>
        )}
        {/* On phones the bar at the bottom has it. */}
        {view.isWide && may(business, 'appointments:own-write') && (
          <button
            type="button"
            className="btn"
            aria-haspopup="dialog"
            onPointerEnter={prepareForm}
            onClick={onNew}
          >
            <Icon d={plus} />
            Nueva cita
          </button>
        )}
      </>
    }
  />
)
