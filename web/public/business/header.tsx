import { fullAddress } from '#domain/contact.ts'
import { initial } from '#domain/people-names.ts'
import { hoursText, openStatus } from '#domain/schedule.ts'
import { hide } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { clock, pin } from '../../ui/icons.ts'
import { ContactButtons } from './contact.tsx'
import { Gallery } from './gallery.tsx'
import './header.css'
import { SocialLinks } from './social.tsx'
import type { Booking } from '../booking/use-booking.ts'

export function Header({ booking, isCompact }: { booking: Booking; isCompact: boolean }) {
  const { business } = booking.data
  const status = openStatus(business.schedules, booking.today, business.special_dates)
  const address = fullAddress(business)
  const hasPlace = business.latitude !== null && business.longitude !== null
  return (
    <header className={isCompact ? 'biz compact' : 'biz'}>
      <div className="biz-in">
        <div className="biz-main">
          <div className="biz-id">
            <span className="biz-logo" aria-hidden="true">
              {initial(business.business_name)}
              {business.logo_url && (
                <img
                  src={business.logo_url}
                  alt=""
                  width="84"
                  height="84"
                  fetchPriority="low"
                  onError={hide}
                />
              )}
            </span>
            <div>
              <h1>{business.business_name}</h1>
              <p className={status.open ? 'open' : 'open off'}>{status.text}</p>
            </div>
          </div>
          {!isCompact && (
            <>
              {business.description && <p className="biz-desc">{business.description}</p>}
              <div className="biz-line">
                <div className="biz-meta">
                  {address && (
                    <a href={hasPlace ? '#mapa' : undefined}>
                      <Icon d={pin} />
                      <span>{address}</span>
                    </a>
                  )}
                  <a href="#horario" className={address ? 'only-d' : undefined}>
                    <Icon d={clock} />
                    Hoy: {hoursText(business.schedules, booking.today.date, business.special_dates)}
                  </a>
                </div>
                <ContactButtons business={business} />
              </div>
              <SocialLinks business={business} className="biz-social only-d" />
            </>
          )}
        </div>
        {!isCompact && business.gallery.length > 0 && (
          <Gallery images={business.gallery} of={business.business_name} />
        )}
      </div>
    </header>
  )
}
