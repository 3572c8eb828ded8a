import { useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { ApiError } from '../../ui/api.ts'
import { ImageField, type ImageChange } from '../../ui/image-field.tsx'
import { imageSrc } from '../../ui/image-src.ts'
import { toast } from '../../ui/toast.tsx'
import type { Profile, SectionProps } from './profile.ts'

const UPLOAD = '/api/uploads/business/logo'
const PROFILE = '/api/businesses/profile'

type Stored = Pick<Profile, 'logo_url'>

/** The logo, stored as soon as it is chosen. */
export function LogoCard({ profile, onStored }: SectionProps) {
  const [sent, setSent] = useState<ImageChange>()
  const [progress, setProgress] = useState<number>()

  async function store(change: ImageChange) {
    if (change === undefined || progress !== undefined) return
    setSent(change)
    try {
      if (change) {
        setProgress(0)
        const { logo_url } = await ownerApi.upload<Stored>(UPLOAD, 'logo', change, setProgress)
        onStored({ logo_url })
      } else {
        const { business } = await ownerApi.put<{ business: Profile }>(PROFILE, { logo_url: '' })
        onStored({ logo_url: business.logo_url })
      }
      toast.success('Logo actualizado exitosamente')
    } catch (error) {
      toast.error(change ? 'Error subiendo logo' : 'Error actualizando perfil')
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) toast.error(error.message)
    } finally {
      setSent(undefined)
      setProgress(undefined)
    }
  }

  return (
    <section className="card pad set-card" aria-labelledby="logo-title">
      <h2 className="h2" id="logo-title">
        Logo
      </h2>
      <ImageField
        id="logo"
        label="Logo"
        src={imageSrc(profile.logo_url, 320)}
        value={sent}
        progress={progress}
        onChange={(change) => void store(change)}
      >
        <span className="logo-initial" aria-hidden="true">
          {profile.business_name.charAt(0)}
        </span>
      </ImageField>
    </section>
  )
}
