import { useState } from 'react'
import type { LegalText } from '../../legal/legal-text.ts'
import { later } from '../booking/later.tsx'
import type { Posted } from '../booking/submit.ts'
import { Wizard } from '../booking/wizard.tsx'
import { anew } from './anew.ts'
import type { BookingData } from './types.ts'
import './page.css'

// Loaded on demand, because few people read them and mostly in a dialog.
const Legal = later(() => import('../../legal/legal.tsx'))

export interface Shown {
  data: BookingData
  /** The result of a form submitted without script. */
  posted?: Posted | undefined
}

export function BookingPage({ data: drawn, posted }: Shown) {
  const [data, setData] = useState(drawn)
  const renew = async () => setData((await anew()) ?? data)
  if (data.legal) return <LegalPage text={data.legal} search={data.search} />
  return <Wizard key={data.business.id} data={data} posted={posted} renew={renew} />
}

function LegalPage({ text, search }: { text: LegalText; search: string }) {
  const back = new URLSearchParams(search)
  back.delete('ver')
  back.delete('version')
  return (
    <main className="legal-page">
      <a href={`?${back}`}>Volver a la reserva</a>
      <h1 className="h1">{text.title}</h1>
      <Legal text={text} level="h2" />
    </main>
  )
}
