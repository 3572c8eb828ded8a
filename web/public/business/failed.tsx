import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Message } from '../../message.tsx'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'

/** Shows the error and leads home, automatically where there is script. */
export function Failed({ text }: { text: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    toast.error(text, FOUR_SECONDS)
    void navigate('/', { replace: true })
  }, [text, navigate])
  return <Message title={text} />
}
