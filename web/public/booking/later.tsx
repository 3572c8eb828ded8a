import { type ComponentType, lazy, Suspense } from 'react'
import { patiently } from './patiently.ts'

/** A part of the page whose script comes later: until then stands what the server drew. */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazy(() => patiently(load)) as unknown as ComponentType<Props>
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}
