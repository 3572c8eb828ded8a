import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Message } from '../../message.tsx'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'
import { Outcome } from '../booking/outcome.tsx'
import type { Posted } from '../booking/submit.ts'

interface Props {
  text: string
  posted: Posted | undefined
}

/** Shows the error and leads home, automatically where there is script; but from the answer to a form, or from a legal text. */
export function Failed({ text, posted }: Props) {
  const navigate = useNavigate()
  const isLegal = useSearchParams()[0].has('ver')
  useEffect(() => {
    if (posted || isLegal) return
    toast.error(text, FOUR_SECONDS)
    void navigate('/', { replace: true })
  }, [text, posted, isLegal, navigate])
  if (posted) return <Outcome text={text} posted={posted} />
  return (
    <>
      <title>{text}</title>
      <Message title={text} />
    </>
  )
}
