import { useCallback, useState } from 'react'
import { fetchLatest } from './fetch.ts'
import { createNews, type Notice } from './news.ts'

const MOST_SHOWN = 3

/** What others did to the appointments since this screen was opened, to be shown for a while. */
export function useNews() {
  const [news] = useState(createNews)
  const [notices, setNotices] = useState<Notice[]>([])
  const look = useCallback(
    async (today: string) => {
      const fresh = news.hear(await fetchLatest(), today)
      if (fresh.length > 0)
        setNotices((before) => {
          const others = before.filter(({ about }) => !fresh.some((one) => one.about?.id === about?.id))
          return [...others, ...fresh].slice(-MOST_SHOWN)
        })
    },
    [news],
  )
  const forget = useCallback(
    (key: string) => setNotices((before) => before.filter((one) => one.key !== key)),
    [],
  )
  return { notices, look, own: news.own, forget }
}
