import type { Professional } from '#domain/api/professional.ts'
import type { Service } from '#domain/api/service.ts'
import { paletteOf } from '#domain/service.ts'
import type { SessionBusiness } from '../../account/session.ts'
import type { Appointment } from '../data/appointment.ts'
import type { Metrics, Period } from '../data/figures.ts'
import { Birthdays } from './near/birthdays.tsx'
import { Professionals, Recent, Services, TopServices, Upcoming } from './lists.tsx'
import { Occupancy } from './occupancy.tsx'
import { periodText } from './periods.ts'
import './share.css'
import { SharePage } from './share-page.tsx'
import { Trend } from './trend.tsx'
import { useLaterFigures } from './use-figures.ts'
import { useNear } from './use-near.ts'

interface Props {
  business: SessionBusiness
  today: string
  period: Period
  services: Service[] | undefined
  professionals: Professional[] | undefined
  /** Today's and tomorrow's appointments. */
  agenda: Appointment[] | undefined
  metrics: Metrics | undefined
  toneOf: (appointment: Appointment) => number
  /** How many clients have their birthday this week. */
  birthdays: number
}

/** The sections below the day and its figures, which are loaded and rendered after them. */
export function Later(props: Props) {
  const { business, today, period, services, professionals, agenda, metrics, toneOf } = props
  const [charts, lists] = [useNear(), useNear()]
  const { currency } = business
  const near = { charts: charts.isNear, recent: lists.isNear }
  const { upcoming, recent, series } = useLaterFigures(today, period, agenda, near)
  const toneNamed = (name: string) =>
    paletteOf(Math.max(0, services?.findIndex(({ service_name }) => service_name === name) ?? 0))
  const faceOf = (id: number) => professionals?.find((one) => one.id === id)?.avatar_url
  return (
    <>
      <div className="dash-two">
        <div className="dash-col">
          {props.birthdays > 0 && <Birthdays today={today} />}
          <Upcoming list={upcoming} today={today} toneOf={toneOf} faceOf={faceOf} />
          <Trend ref={charts.watch} {...{ series, period, currency, today }} />
        </div>
        <div className="dash-col">
          <SharePage business={business} />
          <Occupancy ref={charts.watch} series={series} period={period} />
        </div>
      </div>
      <div className="dash-half" ref={lists.watch}>
        <Recent list={recent} today={today} />
        <TopServices {...{ metrics, currency }} period={periodText(period)} toneOf={toneNamed} />
        <Services list={services} currency={currency} toneOf={toneNamed} />
        <Professionals
          list={professionals}
          day={agenda?.filter((one) => one.appointment_date === today) ?? []}
        />
      </div>
    </>
  )
}
