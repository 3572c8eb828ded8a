import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Message } from '../../message.tsx'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'
import { Outcome } from '../booking/outcome.tsx'
import type { Posted } from '../booking/submit.ts'

interface Props {
  text: string
  posted: Posted | undefined
}

/** Shows the error and leads home, automatically where there is script; but from the answer to a form. */
export function Failed({ text, posted }: Props) {
  const navigate = useNavigate()
  useEffect(() => {
    if (posted) return
    toast.error(text, FOUR_SECONDS)
    void navigate('/', { replace: true })
  }, [text, posted, navigate])
  return posted ? <Outcome text={text} posted={posted} /> : <Message title={text} />
}
