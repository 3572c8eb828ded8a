import { META_DESCRIPTION_MAX, META_TITLE_MAX } from '#domain/business.ts'
import { parseGallery } from '#domain/images.ts'
import { slugify } from '#domain/slug.ts'
import { useWatch } from 'react-hook-form'
import { FeaturedImage } from './featured-image.tsx'
import { CountedInput } from '../inputs.tsx'
import { PageLink } from './page-link.tsx'
import type { Profile, SectionProps } from '../profile.ts'
import { ElsewhereNotice } from '../../parts/elsewhere-notice.tsx'
import { SaveBar } from '../save-bar.tsx'
import { SearchPreview, WhatsappPreview } from './share-previews.tsx'
import { SlugField } from './slug-field.tsx'
import { useSection } from '../use-section.ts'
import './seo.css'

const values = (profile: Profile) => ({
  slug: profile.slug,
  meta_title: profile.meta_title ?? '',
  meta_description: profile.meta_description ?? '',
  featured_image: profile.featured_image ?? '',
})

const fields = (form: ReturnType<typeof values>) => ({
  ...form,
  meta_title: form.meta_title.trim(),
  meta_description: form.meta_description.trim(),
})

export function SeoTab(props: SectionProps) {
  const { profile } = props
  const section = useSection(props, { values, fields })
  const { form } = section
  const now = useWatch({ control: form.control }) as ReturnType<typeof values>
  const gallery = parseGallery(profile.gallery_images)
  const shared = {
    address: `${location.host}/negocio/${now.slug || slugify(profile.business_name)}`,
    title: now.meta_title.trim() || `Agendar Cita - ${profile.business_name}`,
    description:
      now.meta_description.trim() ||
      profile.description ||
      `Agenda tu cita en línea con ${profile.business_name}.`,
    logo: profile.logo_url,
    name: profile.business_name,
  }
  const put = (name: 'slug' | 'featured_image', value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: true, shouldTouch: true })

  return (
    <form className="set-form with-aside" noValidate onSubmit={section.submit}>
      <div className="stack">
        <section className="card pad set-card" aria-labelledby="url-title">
          <div>
            <h2 className="h2" id="url-title">
              Dirección
            </h2>
            <p className="small muted">Corta y fácil de dictar: es la que compartes con tus clientes.</p>
            <ElsewhereNotice {...section.notice} />
          </div>
          <SlugField
            value={now.slug}
            own={profile.slug}
            businessName={profile.business_name}
            error={section.error('slug')}
            onChange={(slug) => put('slug', slug)}
          />
          <PageLink slug={profile.slug} />
        </section>
        <section className="card pad set-card" aria-labelledby="seo-title">
          <div>
            <h2 className="h2" id="seo-title">
              Buscadores y redes
            </h2>
            <p className="small muted">Así te presentan Google y WhatsApp cuando alguien te encuentra.</p>
          </div>
          <CountedInput
            section={section}
            name="meta_title"
            label="Título"
            max={META_TITLE_MAX}
            lines={1}
            hint="Lo primero que se lee."
          />
          <CountedInput
            section={section}
            name="meta_description"
            label="Descripción"
            max={META_DESCRIPTION_MAX}
            lines={3}
            hint="Qué ofreces y dónde."
          />
          <FeaturedImage
            gallery={gallery}
            value={now.featured_image}
            onChange={(url) => put('featured_image', url)}
          />
        </section>
      </div>
      <div className="set-aside stack">
        <SearchPreview {...shared} />
        <WhatsappPreview
          {...shared}
          profile={profile}
          isNewPhoto={now.featured_image !== (profile.featured_image ?? '')}
        />
      </div>
      <SaveBar {...section.bar} />
    </form>
  )
}
