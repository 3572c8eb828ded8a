import type { SaidProblem } from './use-said.ts'

/** Why the file was not looked at as the screen says; nothing is imported until it was. */
export function Problem({ problem, isLooking }: { problem: SaidProblem | undefined; isLooking: boolean }) {
  if (!problem) return null
  return (
    <div className="row wrap">
      <p className="error" role="alert">
        {problem.text}
      </p>
      {problem.retry && (
        <button type="button" className="btn btn-2 btn-sm" aria-disabled={isLooking} onClick={problem.retry}>
          {isLooking && <span className="spinner" />}
          Reintentar
        </button>
      )}
    </div>
  )
}
