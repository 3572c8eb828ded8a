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
  onQuick: () => void
}

/** The title, the quick entry, the choice of view, and the buttons for a new appointment and for blocked time. */
export const Head = ({ business, view, aside, onNew, onBlock, onQuick }: Props) => (
  <PageHead
    title={seesAll(business) ? 'Citas' : 'Mi agenda'}
    aside={aside}
    actions={
      <>
        {may(business, 'appointments:own-write') && seesAll(business) && (
          <QuickButton onOpen={onQuick} onNear={prepareQuick} />
        )}
        <div className="seg" role="group" aria-label="Vista">
          <button type="button" aria-pressed={!view.isList} onClick={() => view.show({ vista: undefined })}>
            Calendario
          </button>
          <button type="button" aria-pressed={view.isList} onClick={() => view.show({ vista: 'lista' })}>
            Lista
          </button>
        </div>
        {allowedIn(business).blocks && (
          <button
            type="button"
            className="btn btn-2 apt-new apt-block"
            aria-haspopup="dialog"
            onClick={onBlock}
          >
            <Icon d={ban} />
            <span>Bloquear</span>
          </button>
        )}
        {may(business, 'appointments:own-write') && (
          <button
            type="button"
            className="btn apt-new"
            aria-haspopup="dialog"
            onPointerEnter={prepareForm}
            onClick={onNew}
          >
            <Icon d={plus} />
            <span>Nueva cita</span>
          </button>
        )}
      </>
    }
  />
)
