/**
 * The layout of a day's appointments, without measuring: rows grow with the cards stacked in them. An
 * appointment that overlaps with none is a block as long as it lasts. Of several that overlap, the longest
 * (the host) is a block behind the others; each card is in the row where it starts, and a line beside it
 * shows its duration.
 */
import { type Appointment, startOf } from '../../data/appointment.ts'
import { takenOf } from '../taken/parts.ts'
import { ROW_MINUTES } from './rows.ts'

/** Rows from `from` up to, but not including, `to`; 0 is the first. */
interface Stretch {
  from: number
  to: number
}

export type Piece =
  | ({ kind: 'alone'; appointment: Appointment } & Stretch)
  | ({ kind: 'host'; appointment: Appointment } & Stretch)
  | ({ kind: 'tail'; appointment: Appointment; lane: number; isBesideHost: boolean } & Stretch)
  /** Of one whose card or block is as long as it lasts, the time of others within it. */
  | ({ kind: 'pause'; appointment: Appointment; minutes: Stretch } & Stretch)
  | { kind: 'stack'; from: number; indent: number; host: Appointment; cards: Appointment[] }

/** More lines side by side would leave no room for the names. */
const MOST_LANES = 5
const LANE_PX = 5
const MIDNIGHT = 1440

type Placed = Stretch & { appointment: Appointment; lane?: number }

export function layoutOf(appointments: readonly Appointment[], firstMinute: number): Piece[] {
  // What is left after midnight is drawn on the next day.
  const rows = (MIDNIGHT - firstMinute) / ROW_MINUTES
  const placed = appointments
    .map((appointment): Placed => {
      const start = startOf(appointment) - firstMinute
      const from = Math.floor(start / ROW_MINUTES)
      return {
        appointment,
        from,
        to: Math.max(
          from + 1,
          Math.min(rows, Math.ceil((start + appointment.duration_minutes) / ROW_MINUTES)),
        ),
      }
    })
    .sort(
      (a, b) =>
        a.from - b.from ||
        startOf(a.appointment) - startOf(b.appointment) ||
        b.to - a.to ||
        a.appointment.id - b.appointment.id,
    )
  const pieces: Piece[] = []
  let cluster: Placed[] = []
  let end = -1
  for (const next of placed) {
    if (next.from >= end) {
      pieces.push(...clusterPieces(cluster, firstMinute))
      cluster = []
    }
    cluster.push(next)
    end = cluster.length === 1 ? next.to : Math.max(end, next.to)
  }
  return [...pieces, ...clusterPieces(cluster, firstMinute)]
}

function clusterPieces(cluster: Placed[], firstMinute: number): Piece[] {
  if (cluster.length === 0) return []
  if (cluster.length === 1)
    return [{ kind: 'alone', ...cluster[0]! }, ...pausesOf(cluster[0]!.appointment, firstMinute)]
  const host = hostOf(cluster)
  const pieces: Piece[] = [{ kind: 'host', ...host }, ...pausesOf(host.appointment, firstMinute)]
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
    pieces.push({ kind: 'tail', appointment: placed.appointment, lane, isBesideHost, from, to: placed.to })
  }
  for (const row of new Set(cluster.map(({ from }) => from))) {
    const passing = cluster.filter((other) => other.lane !== undefined && other.from < row && other.to > row)
    pieces.push({
      kind: 'stack',
      from: row,
      indent: LANE_PX * Math.max(0, ...passing.map(({ lane }) => lane! + 1)),
      host: host.appointment,
      cards: cluster
        .filter(({ from }) => from === row)
        .sort((a, b) => Number(b === host) - Number(a === host))
        .map(({ appointment }) => appointment),
    })
  }
  return pieces
}

function pausesOf(appointment: Appointment, firstMinute: number): Piece[] {
  const { pause } = takenOf(appointment)
  if (!pause) return []
  const [from, to] = pause.map((minute) => Math.min(MIDNIGHT, startOf(appointment) + minute)) as [
    number,
    number,
  ]
  if (from === to) return []
  const rowOf = (minute: number) => (minute - firstMinute) / ROW_MINUTES
  const rows = { from: Math.floor(rowOf(from)), to: Math.ceil(rowOf(to)) }
  return [{ kind: 'pause', appointment, minutes: { from, to }, ...rows }]
}

/** The longest appointment that is not cancelled. */
function hostOf(cluster: Placed[]): Placed {
  const weight = ({ appointment }: Placed) =>
    (appointment.status === 'cancelled' ? 0 : 1440) + appointment.duration_minutes
  return cluster.reduce((best, placed) => (weight(placed) > weight(best) ? placed : best))
}
