<?php
/**
 * The SDK on every page of the shop.
 *
 * @package Decidable
 */

defined( 'ABSPATH' ) || exit;

/** Prints the script that stands in for the SDK, the SDK, and what begins it. */
function decidable_print_sdk() {
	if ( ! decidable_is_ready() ) {
		return;
	}
	$settings = decidable_settings();
	$version  = '' === $settings['version'] ? '0.3.1' : $settings['version'];
	?>
<script>{let e,t,s=new Promise(t=>e=t),i=self.Decidable||=[];i.init||(addEventListener("error",t=>"decidable"==t.target.id&&e("network"),!0),"suggest rankedCatalog rerank search getSession captureAutoSignals flushExposures init event track setConsent exposure dwell reset otherSignal priceFilter attributeFilter observe getSessionId".split(" ").map((r,a)=>i[r]=(i,n,l)=>{let o,u,c,d=[i,i?.fallbackItems,[]].find(Array.isArray).slice(0,(n||i)?.limit),g=a<17?{}:()=>{u=1,o?.()};return Decidable.push(e=>{u||(o=e[r](i,n,l),c?o.then(c):Object.assign(g,o))}),o??(a>17?null:a>9?g:new Promise(r=>{c=r,t||=setTimeout(e,0<i?.timeout%1e5?i.timeout%1e5:800,"timeout"),s.then(e=>{u=a<5,r({items:d,personas:[],reason:e,suggestions:[],results:d,fallback:!0})})}))}))}</script>
<script id="decidable" src="<?php echo esc_url( $settings['address'] . '/sdk/v' . $version . '/decidable.js' ); ?>" async></script>
<script id="decidable-start-sdk" src="<?php echo esc_url( plugins_url( 'assets/start-sdk.js', __DIR__ ) ); ?>" data-address="<?php echo esc_attr( $settings['address'] ); ?>" data-key="<?php echo esc_attr( $settings['key'] ); ?>" data-organization="<?php echo esc_attr( $settings['organization'] ); ?>" data-asks="<?php echo function_exists( 'wp_has_consent' ) ? '1' : '0'; ?>" defer></script>
	<?php
}
