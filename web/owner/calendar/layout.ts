/**
 * Where a day's appointments stand, without measuring: rows grow by themselves with what is stacked in them.
 * One that is alone in its time is a block as long as it lasts. Of several that overlap, the longest is a block behind
 * the others (the host); each card stands in the row where it starts, and a line beside it shows how long it lasts.
 */
import { type Appointment, startOf } from './appointment.ts'
import { ROW_MINUTES } from './rows.ts'

/** Rows from `from` to `to`, the latter outside; 0 is the first row. */
interface Stretch {
  from: number
  to: number
}

export type Piece =
  | ({ kind: 'alone'; one: Appointment } & Stretch)
  | ({ kind: 'host'; one: Appointment } & Stretch)
  | ({ kind: 'tail'; one: Appointment; lane: number; isBesideHost: boolean } & Stretch)
  | { kind: 'stack'; from: number; indent: number; host: Appointment; cards: Appointment[] }

/** More lines than these beside each other would leave no room for the names. */
const MOST_LANES = 5
const LANE_PX = 5

type Placed = Stretch & { one: Appointment; lane?: number }

export function layoutOf(appointments: readonly Appointment[], firstMinute: number): Piece[] {
  const placed = appointments
    .map((one): Placed => {
      const start = startOf(one) - firstMinute
      const from = Math.floor(start / ROW_MINUTES)
      return { one, from, to: Math.max(from + 1, Math.ceil((start + one.duration_minutes) / ROW_MINUTES)) }
    })
    .sort((a, b) => a.from - b.from || startOf(a.one) - startOf(b.one) || b.to - a.to || a.one.id - b.one.id)
  const pieces: Piece[] = []
  let cluster: Placed[] = []
  let end = -1
  for (const next of placed) {
    if (next.from >= end) {
      pieces.push(...clusterPieces(cluster))
      cluster = []
    }
    cluster.push(next)
    end = cluster.length === 1 ? next.to : Math.max(end, next.to)
  }
  return [...pieces, ...clusterPieces(cluster)]
}

function clusterPieces(cluster: Placed[]): Piece[] {
  if (cluster.length === 0) return []
  if (cluster.length === 1) return [{ kind: 'alone', ...cluster[0]! }]
  const host = hostOf(cluster)
  const pieces: Piece[] = [{ kind: 'host', ...host }]
  const laneEnds: number[] = []
  for (const placed of cluster) {
    if (placed === host || placed.to === placed.from + 1) continue
    const free = laneEnds.findIndex((end) => end <= placed.from)
    const lane = free === -1 ? laneEnds.length : free
    if (lane >= MOST_LANES) continue
    laneEnds[lane] = placed.to
    placed.lane = lane
    const isBesideHost = placed.from === host.from
    const from = isBesideHost ? placed.from + 1 : placed.from
    pieces.push({ kind: 'tail', one: placed.one, lane, isBesideHost, from, to: placed.to })
  }
  for (const row of new Set(cluster.map(({ from }) => from))) {
    const passing = cluster.filter((other) => other.lane !== undefined && other.from < row && other.to > row)
    pieces.push({
      kind: 'stack',
      from: row,
      indent: LANE_PX * Math.max(0, ...passing.map(({ lane }) => lane! + 1)),
      host: host.one,
      cards: cluster
        .filter(({ from }) => from === row)
        .sort((a, b) => Number(b === host) - Number(a === host))
        .map(({ one }) => one),
    })
  }
  return pieces
}

/** The longest that was not cancelled. */
function hostOf(cluster: Placed[]): Placed {
  const weight = ({ one }: Placed) => (one.status === 'cancelled' ? 0 : 1440) + one.duration_minutes
  return cluster.reduce((best, placed) => (weight(placed) > weight(best) ? placed : best))
}
