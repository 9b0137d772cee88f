<?php
/**
 * The documented contract of WordPress and WooCommerce, as far as the plugin uses it, for tests: functions, hooks and classes
 * under their names, over products that the test gives. It is neither of the two.
 *
 * Reads a JSON object from the standard input, or as the body of a request, loads the plugin, does what "do" says, and answers
 * with JSON.
 *
 * @package Decidable
 */

define( 'ABSPATH', __DIR__ );
error_reporting( E_ALL );
set_error_handler(
	static function ( $level, $message, $file, $line ) {
		throw new ErrorException( $message, 0, $level, $file, $line );
	}
);

$input   = 'cli' === PHP_SAPI ? 'php://stdin' : 'php://input';
$given   = json_decode( file_get_contents( $input ), true, 512, JSON_THROW_ON_ERROR );
$options = $given['options'] ?? array();
$errors  = array();
$hooks   = array();
$blocks  = array();
$modules = array();

function add_filter( $name, $callback, $priority = 10, $accepted = 1 ) {
	$GLOBALS['hooks'][ $name ][ $priority ][] = array( $callback, $accepted );
}
function add_action( $name, $callback, $priority = 10, $accepted = 1 ) {
	add_filter( $name, $callback, $priority, $accepted );
}
function apply_filters( $name, $value, ...$more ) {
	$all = $GLOBALS['hooks'][ $name ] ?? array();
	ksort( $all );
	foreach ( array_merge( ...array_values( $all ) ) as list( $callback, $accepted ) ) {
		$value = $callback( ...array_slice( array( $value, ...$more ), 0, $accepted ) );
	}
	return $value;
}
function do_action( $name, ...$args ) {
	$all = $GLOBALS['hooks'][ $name ] ?? array();
	ksort( $all );
	foreach ( array_merge( ...array_values( $all ) ) as list( $callback, $accepted ) ) {
		$callback( ...array_slice( $args, 0, $accepted ) );
	}
}
function __return_true() {
	return true;
}
function register_activation_hook( $file, $callback ) {
	add_action( 'activate', $callback );
}
function plugin_basename( $file ) {
	return 'decidable/' . basename( $file );
}

function get_option( $name, $default = false ) {
	return $GLOBALS['options'][ $name ] ?? $default;
}
function add_option( $name, $value, $deprecated = '', $autoload = null ) {
	$GLOBALS['options'][ $name ] ??= $value;
}
function delete_option( $name ) {
	unset( $GLOBALS['options'][ $name ] );
}
function update_option( $name, $value, $autoload = null ) {
	$value = $name === 'decidable' ? decidable_sanitize_settings( $value ) : $value;
	$GLOBALS['options'][ $name ] = apply_filters( "pre_update_option_$name", $value, get_option( $name ), $name );
}

function add_settings_error( $setting, $code, $message, $type = 'error' ) {
	$GLOBALS['errors'][] = $message;
}
function settings_errors() {
	foreach ( $GLOBALS['errors'] as $message ) {
		echo '<p class="notice-error">' . esc_html( $message ) . '</p>';
	}
}
function settings_fields( $group ) {
	echo '<input type="hidden" name="option_page" value="' . esc_attr( $group ) . '">';
}
function submit_button() {
	echo '<input type="submit">';
}
if ( $given['asks'] ?? false ) {
	/** Of the WP Consent API. */
	function wp_has_consent( $category ) {
		return $GLOBALS['given']['allowed'] ?? false;
	}
}

function esc_html( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES, 'UTF-8', false );
}
function esc_attr( $text ) {
	return esc_html( $text );
}
function esc_url( $url ) {
	return esc_html( esc_url_raw( $url ) );
}
function esc_url_raw( $url, $protocols = array( 'http', 'https' ) ) {
	$scheme = parse_url( $url, PHP_URL_SCHEME );
	return null === $scheme || in_array( $scheme, $protocols, true ) ? $url : '';
}
function sanitize_text_field( $text ) {
	return trim( strip_tags( $text ) );
}
function untrailingslashit( $text ) {
	return rtrim( $text, '/\\' );
}
function wp_strip_all_tags( $text, $remove_breaks = false ) {
	$text = strip_tags( preg_replace( '@<(script|style)[^>]*?>.*?</\\1>@si', '', $text ) );
	return trim( $remove_breaks ? preg_replace( '/[\r\n\t ]+/', ' ', $text ) : $text );
}
function wp_unslash( $value ) {
	return stripslashes( $value );
}
function wp_list_pluck( $list, $field ) {
	return array_map( static fn( $each ) => $each->$field, $list );
}
function __( $text, $domain ) {
	return $text;
}
function plugins_url( $path, $file ) {
	return 'https://shop.test/wp-content/plugins/decidable/' . $path;
}
function get_theme_file_path( $file ) {
	return $GLOBALS['given']['theme'] . '/' . $file;
}
function home_url( $path = '' ) {
	return 'https://shop.test' . $path;
}
function add_query_arg( $name, $value, $url ) {
	return $url . '?' . rawurlencode( $name ) . '=' . rawurlencode( $value );
}
function admin_url( $path ) {
	return 'https://shop.test/wp-admin/' . $path;
}
function get_current_user_id() {
	return 1;
}
function current_user_can( $capability ) {
	return in_array( $capability, $GLOBALS['given']['can'] ?? array( 'manage_woocommerce' ), true );
}

function register_block_type( $folder, $args ) {
	$block = json_decode( file_get_contents( "$folder/block.json" ), true, 512, JSON_THROW_ON_ERROR );

	$GLOBALS['blocks'][ $block['name'] ] = array_merge( $block, $args );
}
function get_block_wrapper_attributes() {
	return 'class="wp-block-decidable-shelf"';
}
function wp_enqueue_script_module( $id, $src, $deps = array(), $version = false ) {
	$GLOBALS['modules'][ $id ] = $src;
}

class WP_Term {
	public $term_id;
	public $name;
	public $slug;
	public $parent;
	public function __construct( $fields ) {
		foreach ( $fields as $name => $value ) {
			$this->$name = $value;
		}
	}
}
function get_term( $id, $taxonomy ) {
	$fields = $GLOBALS['given']['categories'][ $id ] ?? null;
	return null === $fields ? null : new WP_Term( array( 'term_id' => $id ) + $fields );
}
function get_ancestors( $id, $taxonomy, $type ) {
	$above = array();
	for ( $term = get_term( $id, $taxonomy ); $term && $term->parent; $term = get_term( $term->parent, $taxonomy ) ) {
		$above[] = $term->parent;
	}
	return $above;
}
function is_product_category() {
	return isset( $GLOBALS['given']['page'] );
}
function get_queried_object() {
	return get_term( $GLOBALS['given']['page'], 'product_cat' );
}
function taxonomy_exists( $taxonomy ) {
	return true;
}

/** A product with the fields of the test. */
class WC_Product {
	private $fields;
	public function __construct( $fields ) {
		$this->fields = $fields;
	}
	public function get_id() {
		return $this->fields['id'];
	}
	public function get_sku() {
		return $this->fields['sku'] ?? '';
	}
	public function get_name() {
		return $this->fields['name'];
	}
	public function get_short_description() {
		return $this->fields['short'] ?? '';
	}
	public function get_description() {
		return $this->fields['description'] ?? '';
	}
	public function get_category_ids() {
		return $this->fields['categories'] ?? array();
	}
	public function get_price() {
		return $this->fields['price'] ?? '';
	}
	public function get_price_html() {
		return '<span class="amount">' . $this->get_price() . '</span>';
	}
	public function is_in_stock() {
		return $this->fields['stock'] ?? true;
	}
	public function get_image_id() {
		return $this->fields['image'] ?? 0;
	}
	public function get_image( $size ) {
		return $this->get_image_id() ? '<img src="/image.png" alt="">' : '';
	}
	public function get_permalink() {
		return 'https://shop.test/product/' . $this->get_id() . '/';
	}
	public function get_attribute( $taxonomy ) {
		return $this->fields['attributes'][ $taxonomy ] ?? '';
	}
	public function get_post_password() {
		return $this->fields['password'] ?? '';
	}
	public function brands() {
		return array_map( static fn( $name ) => new WP_Term( array( 'name' => $name ) ), $this->fields['brands'] ?? array() );
	}
}
function decidable_all_products() {
	return array_map( static fn( $fields ) => new WC_Product( $fields ), $GLOBALS['given']['products'] );
}
function wc_get_products( $query ) {
	$slugs = $query['category'] ?? null;
	$found = array_filter(
		decidable_all_products(),
		static fn( $product ) => null === $slugs || array_filter(
			$product->get_category_ids(),
			static fn( $id ) => in_array( get_term( $id, 'product_cat' )->slug, $slugs, true )
		)
	);
	return array_slice( array_values( $found ), ( ( $query['page'] ?? 1 ) - 1 ) * $query['limit'], $query['limit'] );
}
function wc_get_product_terms( $id, $taxonomy ) {
	foreach ( decidable_all_products() as $product ) {
		if ( $product->get_id() === $id ) {
			return $product->brands();
		}
	}
	return array();
}
function wc_get_attribute_taxonomies() {
	return array_map( static fn( $each ) => (object) $each, $GLOBALS['given']['attributes'] ?? array() );
}
function wp_get_attachment_image_url( $id, $size ) {
	return "https://shop.test/image-$id.png";
}

/** A webhook, as far as it is set and saved. */
class WC_Webhook {
	public static $saved = array();
	private $fields      = array();
	public function __call( $name, $args ) {
		if ( 0 === strpos( $name, 'get_' ) ) {
			return $this->fields[ substr( $name, 4 ) ];
		}
		if ( 0 !== strpos( $name, 'set_' ) ) {
			throw new BadMethodCallException( $name );
		}
		$this->fields[ substr( $name, 4 ) ] = $args[0];
	}
	public function save() {
		$this->fields['id'] ??= count( self::$saved ) + 1;

		self::$saved[ $this->fields['id'] ] = $this;
		return $this->fields['id'];
	}
	public function fields() {
		return $this->fields;
	}
	public function delete( $force ) {
		unset( self::$saved[ $this->fields['id'] ] );
	}
}
function wc_get_webhook( $id ) {
	return WC_Webhook::$saved[ $id ] ?? null;
}

if ( $given['woocommerce'] ?? true ) {
	/** Of the data of webhooks, which their ids are. */
	class WC_Data_Store {
		public static function load( $type ) {
			return new self();
		}
		public function get_webhooks_ids() {
			return array_keys( WC_Webhook::$saved );
		}
	}
}

/** An order, as far as fields of it are set. */
class WC_Order {
	public $meta = array();
	public function update_meta_data( $key, $value ) {
		$this->meta[ $key ] = $value;
	}
}

require dirname( __DIR__ ) . '/decidable/decidable.php';
do_action( 'activate' );
if ( $given['woocommerce'] ?? true ) {
	do_action( 'woocommerce_init' );
}
do_action( 'init' );
if ( isset( $given['theme'] ) ) {
	require get_theme_file_path( 'functions.php' );
}

function decidable_printed( $work ) {
	ob_start();
	$work();
	return ob_get_clean();
}

$answer = array();
foreach ( $given['do'] as $task ) {
	switch ( $task[0] ) {
		case 'feed':
			$file = fopen( 'php://memory', 'w+b' );
			decidable_write_feed( $file );
			rewind( $file );
			$answer[] = stream_get_contents( $file );
			break;
		case 'head':
			$answer[] = decidable_printed( static fn() => do_action( 'wp_head' ) );
			break;
		case 'shelf':
			$answer[] = $blocks['decidable/shelf']['render_callback']( $task[1] );
			break;
		case 'order':
			$order = new WC_Order();
			do_action( $task[1], $order, array() );
			$answer[] = (object) $order->meta;
			break;
		case 'settings':
			update_option( 'decidable', $task[1] );
			$answer[] = array( get_option( 'decidable' ), array_map( static fn( $each ) => $each->fields(), array_values( WC_Webhook::$saved ) ), $errors );
			break;
		case 'webhook':
			$answer[] = wc_get_webhook( $task[1] )->{"set_$task[2]"}( $task[3] );
			break;
		case 'notices':
			$answer[] = decidable_printed( static fn() => do_action( 'admin_notices' ) );
			break;
		case 'capability':
			$answer[] = apply_filters( 'option_page_capability_decidable', 'manage_options' );
			break;
		case 'page':
			$answer[] = decidable_printed( 'decidable_print_settings_page' );
			break;
		case 'uninstall':
			define( 'WP_UNINSTALL_PLUGIN', 'decidable/decidable.php' );
			require dirname( __DIR__ ) . '/decidable/uninstall.php';
			$answer[] = array( array_keys( $options ), count( WC_Webhook::$saved ) );
			break;
		case 'call':
			$answer[] = $task[1]( ...$task[2] );
			break;
		case 'blocks':
			$answer[] = array_keys( $blocks );
			break;
		case 'modules':
			$answer[] = $modules;
			break;
	}
}
echo json_encode( $answer, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES );
