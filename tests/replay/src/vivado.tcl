# Plays the part of Vivado, for scripts that package a kernel: tclsh vivado.tcl VERSION SCRIPT. It synthesizes nothing. What it
# knows of commands and options is in UG835 ("create_project", "add_files", "update_compile_order", "set_property"),
# UG1393 and UG1702 ("package_xo Command"), and public packaging scripts; all else it refuses.

lassign $argv version script

# Every command: its options without values, those with, and how many other words it takes at least and at most.
array set commands {
    create_project {{-force -in_memory -ip -rtl_kernel -quiet -verbose} {-part} 0 2}
    add_files {{-norecurse -force -scan_for_includes -quiet -verbose} {-fileset -of_objects -copy_to} 1 1}
    current_fileset {{-constrset -simset -srcset -blockset -quiet -verbose} {} 0 1}
    update_compile_order {{-force_gui -quiet -verbose} {-fileset} 0 0}
    set_property {{-quiet -verbose} {} 3 3}
    ipx::package_project {{-import_files -force -quiet -verbose} {-root_dir -vendor -library -taxonomy -module -set_current} 0 0}
    ipx::current_core {{-quiet -verbose} {} 0 0}
    ipx::get_bus_interfaces {{-quiet -verbose} {-of_objects} 0 1}
    ipx::get_bus_parameters {{-quiet -verbose} {-of_objects} 0 1}
    ipx::get_memory_maps {{-quiet -verbose} {-of_objects} 0 1}
    ipx::get_address_blocks {{-quiet -verbose} {-of_objects} 0 1}
    ipx::get_registers {{-quiet -verbose} {-of_objects} 0 1}
    ipx::get_register_parameters {{-quiet -verbose} {-of_objects} 0 1}
    ipx::infer_bus_interface {{-quiet -verbose} {} 3 3}
    ipx::add_bus_parameter {{-quiet -verbose} {} 2 2}
    ipx::add_memory_map {{-quiet -verbose} {} 2 2}
    ipx::add_address_block {{-quiet -verbose} {} 2 2}
    ipx::add_register {{-quiet -verbose} {} 2 2}
    ipx::add_register_parameter {{-quiet -verbose} {} 2 2}
    ipx::associate_bus_interfaces {{-clear -quiet -verbose} {-busif -clock -reset} 1 1}
    ipx::create_xgui_files {{-quiet -verbose} {} 1 1}
    ipx::update_checksums {{-quiet -verbose} {} 1 1}
    ipx::save_core {{-quiet -verbose} {} 1 1}
    package_xo {{-force -quiet -verbose} {-kernel_name -kernel_xml -output_kernel_xml -design_xml -ip_directory
        -parent_ip_directory -kernel_files -kernel_xml_args -kernel_xml_pipes -kernel_xml_connections -ctrl_protocol -xo_path} 0 0}
}

# The properties that can be set, by what they are of, with the version since which they are there.
array set properties {
    fileset.top 2020.2
    core.name 2020.2 core.version 2020.2 core.sdx_kernel 2020.2 core.sdx_kernel_type 2020.2
    core.xpm_libraries 2020.2 core.supported_families 2020.2 core.auto_family_support_level 2020.2
    core.vitis_drc 2021.1 core.ipi_drc 2021.1
    bus_interface.slave_memory_map_ref 2020.2
    bus_parameter.value 2020.2 bus_parameter.value_source 2020.2 bus_parameter.value_resolve_type 2020.2
    address_block.range 2020.2
    register.description 2020.2 register.address_offset 2020.2 register.size 2020.2
    register_parameter.value 2020.2
}

# What children an object has.
array set parents {
    bus_interface core bus_parameter bus_interface memory_map core address_block memory_map
    register address_block register_parameter register
}

# Signals of AXI that every interface has, and those that one with bursts has as well.
set lite {AWADDR AWVALID AWREADY WDATA WSTRB WVALID WREADY BRESP BVALID BREADY
    ARADDR ARVALID ARREADY RDATA RRESP RVALID RREADY}
set bursts {AWLEN AWSIZE AWBURST WLAST ARLEN ARSIZE ARBURST RLAST}
set more {AWID AWLOCK AWCACHE AWPROT AWQOS AWREGION BID ARID ARLOCK ARCACHE ARPROT ARQOS ARREGION RID}

# The state: properties by object, files, and whether the core has been saved.
array set value {}
set objects [dict create]
set added {}
set saved 0

proc refuse {id message} {
    error "\[$id\] $message"
}

# Reads the words of a command: options into the caller's `option`, the others into `rest`.
proc words {command words} {
    upvar option option rest rest
    global commands
    lassign $commands($command) flags valued least most
    array set option {}
    set rest {}
    while {[llength $words]} {
        set words [lassign $words word]
        if {$word in $flags} {
            set option($word) 1
        } elseif {$word in $valued} {
            if {![llength $words]} {refuse {Common 17-157} "Missing value for option '$word'"}
            set words [lassign $words option($word)]
        } elseif {[string match -* $word]} {
            refuse {Common 17-170} "Unknown option '$word', please type '$command -help' for usage info."
        } else {
            lappend rest $word
        }
    }
    if {[llength $rest] < $least || [llength $rest] > $most} {
        refuse {Common 17-165} "$command takes $least to $most words, not [llength $rest]"
    }
}

proc make {kind name parent} {
    global objects parents
    if {[lindex [split $parent |] 0] ne $parents($kind)} {refuse {IP_Flow 19-1} "$parent has no $kind"}
    set object "$kind|$name|$parent"
    if {[dict exists $objects $object]} {refuse {IP_Flow 19-2} "there is a $kind $name"}
    dict set objects $object 1
    return $object
}

proc found {kind name parent} {
    global objects
    set object "$kind|$name|$parent"
    if {[dict exists $objects $object]} {return $object}
    return {}
}

proc of {object property} {
    global value
    if {[info exists value($object.$property)]} {return $value($object.$property)}
    return {}
}

proc text_of {path} {
    set file [open $path]
    set text [read $file]
    close $file
    return $text
}

# The text of Verilog as it is without macros: blocks of `ifdef are left out, their `else parts are not.
proc plain {text} {
    regsub -all {//[^\n]*} $text {} text
    regsub -all {/\*.*?\*/} $text {} text
    set kept {}
    set off {}
    foreach line [split $text \n] {
        switch -glob [string trim $line] {
            `ifdef* {lappend off 1}
            `ifndef* {lappend off 0}
            `else* {lset off end [expr {![lindex $off end]}]}
            `endif* {set off [lrange $off 0 end-1]}
            default {if {1 ni $off} {lappend kept $line}}
        }
    }
    return [join $kept \n]
}

# The ports of the top module: names, directions and widths.
proc ports {top files} {
    foreach file $files {
        set text [plain [text_of $file]]
        if {[regexp "module\\s+$top\\s*\\((\[^;\]*)\\);" $text - list]} break
    }
    if {![info exists list]} {refuse {Vivado 12-1} "no file has the module $top"}
    set ports {}
    foreach port [split $list ,] {
        if {![regexp {(input|output)\s+(?:wire|reg)?\s*(?:\[(\d+):0\])?\s*(\w+)} $port - direction high name]} {
            refuse {Vivado 12-2} "the port \"[string trim $port]\" is not understood"
        }
        dict set ports $name [list $direction [expr {$high eq {} ? 1 : $high + 1}]]
    }
    return $ports
}

# Interfaces by the names of ports; what is left belongs to none. Public logs show single signals inferred, public scripts ask
# for it: the replay does it from a version on, so that scripts are run both ways.
proc infer {} {
    global left version
    foreach name [dict keys $left] {
        if {[regexp {^(.+)_AWADDR$} $name - prefix]} {axi $prefix}
    }
    foreach name {ap_clk ap_rst_n interrupt} {
        if {$version >= 2022.1 && [dict exists $left $name]} {signal $name}
    }
}

proc signal {name} {
    global left core
    if {![dict exists $left $name]} {refuse {IP_Flow 19-9} "there is no port $name"}
    dict unset left $name
    make bus_interface $name $core
}

proc axi {prefix} {
    global left widths lite bursts more core
    set full [dict exists $left ${prefix}_AWLEN]
    foreach signal [expr {$full ? [concat $lite $bursts] : $lite}] {
        if {![dict exists $left ${prefix}_$signal]} {refuse {IP_Flow 19-3} "$prefix has no $signal"}
    }
    lassign [dict get $left ${prefix}_AWADDR] direction address
    set data [lindex [dict get $left ${prefix}_WDATA] 1]
    if {$full && ($direction ne "output" || $address != 64)} {
        refuse {IP_Flow 19-4} "$prefix is no master with addresses of 64 bits"
    }
    if {$data ni {32 64 128 256 512 1024} || $data != [lindex [dict get $left ${prefix}_RDATA] 1]} {
        refuse {IP_Flow 19-5} "$prefix has data of $data bits"
    }
    foreach signal [concat $lite $bursts $more] {dict unset left ${prefix}_$signal}
    dict set widths $prefix $data
    make bus_interface $prefix $core
    if {!$full} {make address_block reg0 [make memory_map $prefix $core]}
}

# ---- The commands ----

proc do_create_project {} {
    upvar option option rest rest
    if {![info exists option(-part)]} {refuse {Project 1-1} "a part is expected"}
    lassign $rest name folder
    file mkdir $folder
    close [open $folder/$name.xpr w]
}

proc do_add_files {} {
    upvar rest rest
    global added
    foreach file [lindex $rest 0] {
        if {![file isfile $file]} {refuse {Vivado 12-172} "File or Directory '$file' does not exist"}
        lappend added $file
    }
}

proc do_current_fileset {} {return fileset}
proc do_update_compile_order {} {}

proc do_set_property {} {
    upvar rest rest
    global properties value version objects
    lassign $rest property new object
    set kind [lindex [split $object |] 0]
    if {$object ne "fileset" && ![dict exists $objects $object]} {refuse {Common 17-58} "'$object' is no object"}
    if {![info exists properties($kind.$property)]} {
        refuse {Common 17-158} "'$property' is no property of a $kind"
    }
    if {$version < $properties($kind.$property)} {
        refuse {Common 17-158} "'$property' came with $properties($kind.$property); this is $version"
    }
    set value($object.$property) $new
}

proc do_package_project {} {
    upvar option option
    global added core objects value left root vendor library all
    set core core
    dict set objects $core 1
    set top [of fileset top]
    set left [ports $top $added]
    set all [dict keys $left]
    infer
    lassign [list $option(-root_dir) $option(-vendor) $option(-library)] root vendor library
    file mkdir $root/src
    foreach file $added {file copy -force $file $root/src}
    set value(core.name) $top
}

proc do_current_core {} {
    global core
    return $core
}

proc do_infer_bus_interface {} {
    upvar rest rest
    lassign $rest name definition
    if {![regexp {^xilinx\.com:signal:(clock|reset|interrupt)_rtl:1\.0$} $definition]} {
        refuse {IP_Flow 19-10} "there is no definition $definition"
    }
    signal $name
}

foreach {kind} [array names parents] {
    proc do_get_${kind}s {} "upvar rest rest option option; found $kind \[lindex \$rest 0\] \$option(-of_objects)"
    proc do_add_$kind {} "upvar rest rest; make $kind \[lindex \$rest 0\] \[lindex \$rest 1\]"
}

proc do_associate_bus_interfaces {} {
    upvar option option
    global core value
    foreach {name which} [array get option] {
        if {[found bus_interface $which $core] eq {}} {refuse {IP_Flow 19-6} "there is no interface $which"}
    }
    if {[info exists option(-busif)]} {set value($option(-busif).clock) $option(-clock)}
    if {[info exists option(-reset)]} {set value($option(-clock).reset) $option(-reset)}
}

proc do_create_xgui_files {} {}
proc do_update_checksums {} {}

proc do_save_core {} {
    global saved root
    set saved 1
    close [open $root/component.xml w]
}

proc do_package_xo {} {
    upvar option option
    check_core
    if {![info exists option(-kernel_xml)]} {refuse {Vivado 12-3} "this replay wants -kernel_xml"}
    if {[file exists $option(-xo_path)] && ![info exists option(-force)]} {
        refuse {Vivado 12-4} "$option(-xo_path) exists"
    }
    if {![file isfile $option(-ip_directory)/component.xml]} {refuse {Vivado 12-5} "there is no packaged IP"}
    check_description $option(-kernel_name) [text_of $option(-kernel_xml)]
    write_object $option(-xo_path) $option(-kernel_name)
}

# What UG1393 wants of a packaged kernel.
proc check_core {} {
    global core left saved widths value
    if {!$saved} {refuse {Vivado 12-6} "the core was not saved"}
    if {[dict size $left]} {
        refuse UNDEF "When packaging for Vitis, pins that are not part of an interface are not supported: [dict keys $left]"
    }
    foreach {property wanted} {sdx_kernel true sdx_kernel_type rtl xpm_libraries {XPM_CDC XPM_MEMORY XPM_FIFO}} {
        if {[of core $property] ne $wanted} {refuse {IP_Flow 19-5630} "$property is not $wanted"}
    }
    foreach name [dict keys $widths] {
        if {[of $name clock] ne "ap_clk"} {refuse {IP_Flow 19-7} "$name has no clock"}
    }
    if {[of ap_clk reset] ne "ap_rst_n"} {refuse {IP_Flow 19-8} "ap_clk has no reset"}
    set clock [found bus_interface ap_clk $core]
    if {[of [found bus_parameter FREQ_HZ $clock] value] eq {}} {
        refuse {IP_Flow 19-5629} "Bus Interface 'ap_clk': FREQ_HZ bus parameter is missing from clock interface."
    }
}

# Does the description say what was packaged?
proc check_description {kernel text} {
    global core widths vendor library objects
    set vlnv $vendor:$library:[of core name]:[of core version]
    foreach {attribute wanted} [list name $kernel language ip_c vlnv $vlnv interrupt true] {
        regexp "<kernel \[^>\]*\\m$attribute=\"(\[^\"\]*)\"" $text - is
        if {$is ne $wanted} {refuse {Vivado 12-12407} "$attribute in kernel.xml is $is, not $wanted"}
    }
    regexp {hwControlProtocol="([^"]*)"} $text - protocol
    if {[of core vitis_drc] ni [list {} "ctrl_protocol $protocol"]} {refuse {Vivado 12-7} "two control protocols"}
    foreach {- name bits} [regexp -all -inline {<port name="([^"]*)"[^>]*dataWidth="(\d+)"} $text] {
        if {![dict exists $widths $name] || [dict get $widths $name] != $bits} {
            refuse {Vivado 12-8} "there is no port $name with $bits bits"
        }
        lappend described $name
    }
    if {[lsort $described] ne [lsort [dict keys $widths]]} {refuse {Vivado 12-9} "ports are missing in kernel.xml"}
    foreach {- name qualifier port size offset} [regexp -all -inline \
        {<arg name="([^"]*)" addressQualifier="(\d)"[^>]* port="([^"]*)" size="([^"]*)" offset="([^"]*)"} $text] {
        set block [lsearch -inline -glob [dict keys $objects] address_block|*]
        set register [found register $name $block]
        if {[of $register address_offset] != $offset || [of $register size] != 8 * $size} {
            refuse {Vivado 12-10} "the register of $name is another one in kernel.xml"
        }
        set associated [of [found register_parameter ASSOCIATED_BUSIF $register] value]
        if {$qualifier ? $associated ne $port : $associated ne {}} {
            refuse {Vivado 12-11} "$name is behind $associated, and behind $port in kernel.xml"
        }
    }
}

proc write_object {path kernel} {
    global root added
    foreach file [lsort [glob $root/src/*]] {
        lappend texts \"[string map {\\ \\\\ \" \\\" \n \\n \t \\t \r \\r} [text_of $file]]\"
    }
    set file [open $path w]
    puts -nonewline $file "{\"target\":\"\",\"platform\":\"\",\"kernels\":\[\"$kernel\"\],\"sources\":\[[join $texts ,]\]}"
    close $file
}

# The script has an interpreter of its own: it sees Tcl's commands and these.
proc run {command args} {
    puts "$command $args"
    words $command $args
    do_[namespace tail $command]
}

interp create vivado
vivado eval {namespace eval ipx {}}
foreach command [array names commands] {
    interp alias vivado $command {} run $command
}
if {[catch {vivado eval [list source $script]} message]} {
    puts stderr [expr {[string match ERROR:* $message] ? $message : "ERROR: $message"}]
    exit 1
}
