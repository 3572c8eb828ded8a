import { noShowsText } from '#domain/card.ts'
import { Icon } from '../../ui/icon.tsx'
import { warning } from '../../ui/icons-panel.ts'
import type { Mark } from './marks.ts'
import './alert-line.css'

/** What everybody who attends the client has to know, in red: 'Alergia: acetona'. */
export const AlertLine = ({ mark }: { mark: Mark | null | undefined }) =>
  mark?.alert ? (
    <span className="alert-line">
      <Icon d={warning} />
      <span>{mark.alert}</span>
    </span>
  ) : null

/** Who does not book online is booked by the business all the same: it is told, and not kept from it. */
export const BlockedLine = ({ isBlocked }: { isBlocked: boolean }) =>
  isBlocked ? (
    <small className="no-shows">Bloqueado para reservar en línea: tú sí puedes agendarle.</small>
  ) : null

/** '2 inasistencias' */
export const NoShows = ({ mark }: { mark: Mark | null | undefined }) =>
  mark && mark.no_shows > 0 ? <small className="no-shows">{noShowsText(mark.no_shows)}</small> : null
