interface Props {
  lanes: number
  banner: boolean
  question: boolean
}

/** Placeholders for the banner, a question and the day while they load. */
export function Skeleton({ lanes, banner, question }: Props) {
  return (
    <>
      {banner && <div className="skeleton dash-wait-banner" />}
      {question && <div className="skeleton dash-wait-question" />}
      <div className="card" aria-busy="true">
        <div className="day-h">
          <span className="skeleton dash-wait-title" />
        </div>
        <div className="dash-wait-lanes" style={{ height: lanes > 0 ? Math.min(424, 42 + lanes * 40) : 50 }}>
          {Array.from({ length: lanes }, (_, i) => (
            <span key={i} className="skeleton" />
          ))}
        </div>
      </div>
    </>
  )
}
