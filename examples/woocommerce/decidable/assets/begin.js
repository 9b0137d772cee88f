/*
 * Begins the SDK with what the shop has set, once the visitor's choice is known: by the WP Consent API where a plugin has it, in
 * the category "preferences". Without that API no plugin of the shop asks for consent, and the visitor is not asked here.
 */
const { address, key, organization } = document.getElementById('decidable-begin').dataset;
const COOKIE = 'decidable_session';

const isAsked = typeof window.wp_has_consent === 'function';
const isAllowed = () => !isAsked || window.wp_has_consent('preferences');

window.Decidable.init({
  apiKey: key,
  organizationId: organization,
  endpoint: `${address}/api/v1`,
  consent: isAllowed() ? 'granted' : 'pending',
});

/** For the order of the checkout, which the server makes. */
const keep = (value, seconds) => {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`;
};
const keepSession = () =>
  window.Decidable.push((sdk) => {
    const session = sdk.getSessionId();
    if (session !== null) keep(session, 30 * 24 * 3_600);
  });
if (isAllowed()) keepSession();

// Which consent is asked for may be said late.
document.addEventListener('wp_consent_type_defined', () => {
  if (isAllowed()) return;
  window.Decidable.setConsent('pending');
  keep('', 0);
});

document.addEventListener('wp_listen_for_consent_change', ({ detail }) => {
  const said = detail?.preferences;
  if (said === 'allow') {
    window.Decidable.setConsent('granted');
    keepSession();
    for (const shelf of document.querySelectorAll('decidable-shelf')) shelf.refresh?.();
  } else if (said === 'deny') {
    window.Decidable.setConsent('denied');
    keep('', 0);
  }
});
