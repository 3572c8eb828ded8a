import type { ComponentType } from 'react'
import { again } from './again.ts'

/**
 * A part of the screen whose file comes in advance, or before it is shown. Where it gets lost, the next `load` asks for it
 * again.
 */
export function part<Module, Props extends object>(
  from: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  // One for all who ask at once: another one would be another component, and mount an open window anew.
  const load = async () => {
    if (Loaded) return
    loading ??= again(from, pick)
      .then((one) => void (Loaded = one))
      .finally(() => (loading = undefined))
    await loading
  }
  return {
    /** @throws when its file does not come. */
    load,
    /** Loads it in advance, if it comes. */
    prepare: () => void load().catch(() => {}),
    /** Draws nothing until it is loaded. */
    Part: (props: Props) => Loaded && <Loaded {...props} />,
  }
}
