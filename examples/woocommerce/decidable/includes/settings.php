<?php
/**
 * What the shop says of its service.
 *
 * @package Decidable
 */

defined( 'ABSPATH' ) || exit;

const DECIDABLE_FIELDS = array(
	'address'      => 'Address of the service, without a slash at the end: https://decidable.example',
	'key'          => 'Key for pages: pk_live_…',
	'organization' => 'Organization: org_…',
	'version'      => 'Version of the SDK, such as 0.3.1',
	'webhook'      => 'Address of the webhook for orders, as "webhooks create" or the dashboard shows it',
	'secret'       => 'Secret of that webhook; it goes to WooCommerce, and is not kept here',
);

/**
 * The settings, each as text; empty where it is not set.
 *
 * @return array<string, string>
 */
function decidable_settings() {
	$saved = get_option( 'decidable', array() );
	return array_merge( array_fill_keys( array_keys( DECIDABLE_FIELDS ), '' ), is_array( $saved ) ? $saved : array() );
}

/** Whether pages can call the service. */
function decidable_is_ready() {
	$settings = decidable_settings();
	return '' !== $settings['address'] && '' !== $settings['key'] && '' !== $settings['organization'];
}

/** The feed is read by whoever has its address. */
function decidable_make_feed_token() {
	if ( '' === get_option( 'decidable_feed_token', '' ) ) {
		add_option( 'decidable_feed_token', bin2hex( random_bytes( 16 ) ), '', false );
	}
}

function decidable_register_settings() {
	register_setting(
		'decidable',
		'decidable',
		array(
			'type'              => 'array',
			'sanitize_callback' => 'decidable_sanitize_settings',
		)
	);
}

/**
 * The secret goes on to decidable_take_secret, which hands it to WooCommerce.
 *
 * @param mixed $sent
 * @return array<string, string>
 */
function decidable_sanitize_settings( $sent ) {
	$settings = array();
	foreach ( array_keys( DECIDABLE_FIELDS ) as $name ) {
		$settings[ $name ] = is_array( $sent ) && isset( $sent[ $name ] ) ? trim( sanitize_text_field( $sent[ $name ] ) ) : '';
	}
	$settings['address'] = untrailingslashit( esc_url_raw( $settings['address'], array( 'https', 'http' ) ) );
	return $settings;
}

/** Who sees the page may save it; WordPress would ask for more. */
function decidable_settings_capability() {
	return 'manage_woocommerce';
}

function decidable_add_settings_page() {
	add_submenu_page(
		'woocommerce',
		'Decidable',
		'Decidable',
		decidable_settings_capability(),
		'decidable',
		'decidable_print_settings_page'
	);
}

function decidable_print_settings_page() {
	$settings = decidable_settings();
	echo '<div class="wrap"><h1>Decidable</h1>';
	settings_errors();
	echo '<form method="post" action="options.php">';
	settings_fields( 'decidable' );
	echo '<table class="form-table">';
	foreach ( DECIDABLE_FIELDS as $name => $label ) {
		printf(
			'<tr><th><label for="decidable-%1$s">%2$s</label></th><td><input id="decidable-%1$s" name="decidable[%1$s]" type="%4$s" value="%3$s" class="regular-text" autocomplete="off"></td></tr>',
			esc_attr( $name ),
			esc_html( $label ),
			esc_attr( 'secret' === $name ? '' : $settings[ $name ] ),
			'secret' === $name ? 'password' : 'text'
		);
	}
	echo '</table>';
	submit_button();
	printf( '<p>Product feed: <code>%s</code></p></form></div>', esc_html( decidable_feed_address() ) );
}
