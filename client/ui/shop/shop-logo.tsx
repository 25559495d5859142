import demoLogo from '#client/assets/logo.svg'
import { usePageState, usePictureBase, useShop } from '#client/lib/page-state.ts'
import { imageSet } from '#client/ui/picture.tsx'

type ShopLogoProps = {
  /** The width and the height, in CSS px. */
  size: number
  lazy?: boolean
}

/**
 * The logo of the shop. A shop without a logo shows its name as text, except for the demo shop, which has a logo of its
 * own. The picture has no alternative text, because the name of the shop stands beside it or is the name of its link.
 */
export function ShopLogo({ size, lazy = false }: ShopLogoProps) {
  const { demo, shop } = usePageState().settings
  const base = usePictureBase()
  const common = { width: size, height: size, loading: lazy ? ('lazy' as const) : undefined }
  if (shop.logo !== '')
    return <img className="own-logo" alt="" {...common} {...sourcesOf(shop.logo, { base, size })} />
  if (demo) return <img alt="" {...common} src={demoLogo} />
  return <ShopName name={shop.name} />
}

/** The name of the shop, beside its logo if it has one. */
export function ShopSign() {
  const { logo, name } = useShop()
  return (
    <>
      <ShopLogo size={40} />
      {logo !== '' && <ShopName name={name} />}
    </>
  )
}

function ShopName({ name }: { name: string }) {
  return (
    <span className={name.length > LONG ? 'shop-name text-base leading-tight' : 'shop-name'}>{name}</span>
  )
}

/** A name of more characters than this is set in a smaller size, so that it has room in the navigation bar. */
const LONG = 24

/** Returns the attributes of an `img` element that let the browser choose a small file of the picture. */
function sourcesOf(src: string, { base, size }: { base: string; size: number }) {
  const set = imageSet(src, base)
  if (!set) return { src }
  return { src: base + src, srcSet: set.sources.at(-1)?.srcSet, sizes: `${size}px` }
}
