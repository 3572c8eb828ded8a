/** How a service's card says what it takes and costs, where it is not simply its duration and 'Desde' its price. */
import { durationText } from '#domain/dates.ts'
import { ANY } from '#domain/choice.ts'
import { fromPrice, money } from '#domain/money.ts'
import { leastOf, type OwnTerms, termsOf } from '#domain/terms.ts'
import { offersAny, professionalsFor } from '../booking/choose/choose.ts'
import type { Professional, PublicService, Service } from './types.ts'

type Terms = Pick<PublicService, 'price' | 'duration_minutes'>

/** On the server alone: the page's script needs none of it. */
export function saidOf(
  service: PublicService,
  currency: string,
  professionals: Professional[],
): Pick<Service, 'said' | 'by_professional'> {
  const { variants, by_professional, price_kind } = service
  const able = professionalsFor(professionals, service.id)
  const hasOwn = variants.length === 0 && by_professional.length > 0
  const ownOf = ({ id }: Professional) => termsWith(service, by_professional.find(isOf(id)))
  const all = hasOwn && able.length > 0 ? able.map(ownOf) : variants.length > 0 ? variants : [service]
  const isPlain = variants.length === 0 && price_kind === 'from' && !differs(all)
  return {
    ...(!isPlain && { said: [minutesOf(all), priceOf(service, all, currency)] as [string, string] }),
    ...(hasOwn && {
      by_professional: [
        ...by_professional.map((own) => {
          const { price, duration_minutes } = termsWith(service, own)
          return {
            ...own,
            said: `${fromPrice(price, currency, price_kind)} · ${durationText(duration_minutes)}`,
          }
        }),
        ...(offersAny(able) ? [anybody(able.filter(({ is_assigned }) => is_assigned).map(ownOf))] : []),
      ],
    }),
  }
}

const isOf = (id: number) => (own: { professional_id: number }) => own.professional_id === id

const termsWith = (service: PublicService, own: OwnTerms | undefined): Terms => termsOf(service, {}, own)

const differs = (all: readonly Terms[]) =>
  all.some(
    ({ price, duration_minutes }) => price !== all[0]!.price || duration_minutes !== all[0]!.duration_minutes,
  )

/** What it costs and takes before it is known with whom. */
const anybody = (all: readonly Terms[]): NonNullable<Service['by_professional']>[number] => ({
  professional_id: ANY,
  ...leastOf(all),
})

/** 'Desde 30 min' */
function minutesOf(all: readonly Terms[]): string {
  const minutes = all.map(({ duration_minutes }) => duration_minutes)
  const least = Math.min(...minutes)
  return `${minutes.some((other) => other > least) ? 'Desde ' : ''}${durationText(least)}`
}

/** The lowest price; with 'Desde' and its asterisk unless it is fixed. */
function priceOf({ price, price_kind }: PublicService, all: readonly Terms[], currency: string): string {
  if (price_kind === 'ask' || price_kind === 'free') return fromPrice(price, currency, price_kind)
  const prices = all.map((one) => one.price)
  const least = Math.min(...prices)
  if (price_kind === 'from') return fromPrice(least, currency)
  return prices.every((other) => other === least) ? money(least, currency) : `Desde ${money(least, currency)}`
}
