import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { patiently } from './patiently.ts'

/**
 * A part of the page whose script comes later: until then stands what the server drew.
 * @param place as high as it: React shows it instead when something changes before the script is here.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  place?: ReactNode,
) {
  const Part = lazy(() => patiently(load)) as unknown as ComponentType<Props>
  return (props: Props) => (
    <Suspense fallback={place}>
      <Part {...props} />
    </Suspense>
  )
}
