import { Icon } from '../../ui/icon.tsx'
import { plus } from '../../ui/icons-panel.ts'
import { PageHead } from '../parts/page-head.tsx'
import type { View } from './use-view.ts'
import { prepareForm } from './windows.tsx'

/** The title, the choice of view, and the button for a new appointment. */
export const Head = ({ view, onNew }: { view: View; onNew: () => void }) => (
  <PageHead
    title="Citas"
    actions={
      <>
        <div className="seg" role="group" aria-label="Vista">
          <button type="button" aria-pressed={!view.isList} onClick={() => view.show({ vista: undefined })}>
            Calendario
          </button>
          <button type="button" aria-pressed={view.isList} onClick={() => view.show({ vista: 'lista' })}>
            Lista
          </button>
        </div>
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
      </>
    }
  />
)
