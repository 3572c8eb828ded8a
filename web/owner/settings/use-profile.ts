import { useCallback, useEffect, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { ownerApi, useSession } from '../../account/session.ts'
import type { Profile } from './profile.ts'

/** The profile; undefined until it is there. `failed` when it could not be loaded. */
export function useProfile() {
  const { update } = useSession()
  const [profile, setProfile] = useState<Profile>()
  const [failed, setFailed] = useState(false)

  const load = useCallback(() => {
    setFailed(false)
    let isWanted = true
    ownerApi.get<{ business: Profile }>('/api/businesses/profile').then(
      ({ business }) => isWanted && setProfile(business),
      () => {
        if (!isWanted) return
        setFailed(true)
        toast.error('Error cargando perfil del negocio')
      },
    )
    return () => {
      isWanted = false
    }
  }, [])
  useEffect(load, [load])

  const onStored = useCallback(
    (changes: Partial<Profile>) => {
      setProfile((before) => before && { ...before, ...changes })
      update(shownInFrame(changes))
    },
    [update],
  )
  return { profile, failed, load, onStored }
}

function shownInFrame(changes: Partial<Profile>) {
  const { business_name, slug, email, phone, timezone, currency, logo_url, brand_color } = changes
  const shown = { business_name, slug, email, phone, timezone, currency, logo_url }
  const given = Object.entries(shown).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...(brand_color && { brand_color }) }
}
