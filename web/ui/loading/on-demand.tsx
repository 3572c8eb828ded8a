import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { again, LOST } from './again.ts'
import { FOUR_SECONDS, toast } from '../toast.tsx'

const LOST_LINK = 'No pudimos abrirlo aquí. Toca otra vez y se abre en otra pestaña.'

interface Closing {
  onClose: () => void
}

/**
 * A dialog whose file comes when it is opened. Where that gets lost the page stays, with everything typed, and says so.
 * With `onLost`, what opened it is a link that leads there by itself from then on.
 */
export function onDemand<Module, Props extends Closing>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  let Part: ComponentType<Props> | undefined
  return function OnDemand({ onLost, ...props }: Props & { onLost?: () => void }) {
    const [, redraw] = useState(false)
    const giveUp = useEffectEvent(() => {
      toast.error(onLost ? LOST_LINK : LOST, FOUR_SECONDS)
      onLost?.()
      props.onClose()
    })
    useEffect(() => {
      if (Part) return
      let isGone = false
      again(load, pick).then(
        (loaded) => {
          Part ??= loaded
          if (!isGone) redraw(true)
        },
        () => isGone || giveUp(),
      )
      return () => void (isGone = true)
    }, [])
    return Part && <Part {...(props as unknown as Props)} />
  }
}
